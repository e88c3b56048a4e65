export { getVisitorRules, readRules, saveVisitorRules } from './rules.ts'
