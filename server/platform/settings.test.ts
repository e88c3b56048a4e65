import { describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

test('all settings are optional', () => {
  expect(readSettings({})).toMatchObject({ port: 8080, host: '127.0.0.1', brand: 'Hub', demo: true })
})

test('demo data never comes by itself into a database that was given', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://db/hub' }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL: 'postgres://db/hub', HUB_DEMO: 'on' }).demo).toBe(true)
})

test('an empty variable is one that is not set', () => {
  expect(readSettings({ PORT: '' }).port).toBe(8080)
})

describe('a wrong one is named', () => {
  test.each([
    [{ PORT: 'eighty' }, 'The setting PORT must be a number.'],
    [{ PORT: '99999' }, 'The setting PORT must be 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL must start with postgres://.'],
    [{ HUB_DEMO: 'yes' }, 'The setting HUB_DEMO must be on or off.'],
    [{ HUB_SECRET: 'short' }, 'The setting HUB_SECRET must have 32 characters or more.'],
    [{ HUB_MICROSOFT_CLIENT_ID: 'x' }, 'The setting HUB_MICROSOFT_CLIENT_SECRET is missing.'],
    [{ HUB_APPLE_PASS_KEY: 'key.pem' }, 'The setting HUB_APPLE_PASS_CERTIFICATE is missing.'],
    [{ HUB_GOOGLE_WALLET_ISSUER_ID: '338' }, 'The setting HUB_GOOGLE_WALLET_SERVICE_ACCOUNT is missing.'],
    [{ HUB_BRANDD: 'x' }, 'There is no setting HUB_BRANDD.'],
  ])('%j', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(new SettingsError(sentence))
  })
})
