export { countAll, countTrends } from './count-trends.ts'
export { getTrends } from './read-trends.ts'
