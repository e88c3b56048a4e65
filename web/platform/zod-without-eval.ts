import { config } from 'zod'

// Zod makes functions from text where it may. The content security policy forbids that, and the browser
// reports every attempt. Schemas look at this when they are made, so it is imported before all of them.
config({ jitless: true })
