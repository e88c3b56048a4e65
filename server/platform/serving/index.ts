export { harden } from './hardening.ts'
export { serveHealth } from './health.ts'
export { countRequests, openMetricsPort, serveMetrics } from './metrics.ts'
export { createServer, listRoutes } from './server.ts'
