import { createHub } from '#hub'
import { demoPassword } from '#server/demo/access'
import { secretToStart } from '#server/secret'
import { newBrowser } from './browser.ts'
import { testSettings } from './database.ts'

/** What a start does with the secret of these settings, before anything else; a refusal is its sentence. */
export function startWith(url: string, environment: Record<string, string>): Promise<string> {
  return secretToStart(url, testSettings(url, environment)).catch((error: Error) => error.message)
}

/** Has something sealed there, as a version does that knows no check: by signing somebody in. */
export async function sealSomething(url: string, secret: string): Promise<void> {
  const hub = await createHub({ settings: testSettings(url), databaseUrl: url, secret })
  await newBrowser(hub.app).signIn('admin@harbourside.example', demoPassword)
  await hub.app.close()
}
