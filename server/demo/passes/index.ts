export { seedIssuedPasses } from './issued-passes.ts'
export { greens, harbourView, lanterns } from './pass-art.ts'
export { seedPasses } from './passes.ts'
