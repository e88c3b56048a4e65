import { z } from 'zod'
import { anyone, endpoint } from './endpoint.ts'

// Open, so that support and monitoring can ask. When it was started, from which commit and with which packages is nobody's business.
export const versionApi = {
  getVersion: endpoint({
    method: 'GET',
    path: '/api/version',
    title: 'The version that answers',
    access: anyone,
    // It changes with the server alone.
    shows: [],
    output: z.object({ Version: z.string() }),
  }),
}
