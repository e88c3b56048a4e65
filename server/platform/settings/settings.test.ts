import { describe, expect, test } from 'vitest'
import { SettingsError } from './settings-error.ts'
import { readSettings } from './settings.ts'

test('all settings are optional', () => {
  expect(readSettings({})).toMatchObject({ port: 8080, host: '127.0.0.1', brand: 'Hub', demo: true })
})

test('demo data comes by itself only where this machine alone can sign in', () => {
  for (const HOST of ['127.0.0.1', '127.1.2.3', '::1', 'localhost'])
    expect(readSettings({ HOST }).demo, HOST).toBe(true)
  for (const HOST of ['0.0.0.0', '::', '192.0.2.1', '127.example.com', 'hub.example.com'])
    expect(readSettings({ HOST }).demo, HOST).toBe(false)
  const HUB_PUBLIC_URL = 'https://hub.example.com'
  expect(readSettings({ HUB_PUBLIC_URL }).demo).toBe(false)
  expect(readSettings({ HUB_PUBLIC_URL, HOST: '0.0.0.0', HUB_DEMO: 'on' }).demo).toBe(true)
  expect(readSettings({ HUB_DEMO: 'off' }).demo).toBe(false)
})

test('demo data never comes by itself into a database that was given', () => {
  expect(readSettings({ DATABASE_URL: 'postgres://db/hub' }).demo).toBe(false)
  expect(readSettings({ DATABASE_URL: 'postgres://db/hub', HUB_DEMO: 'on' }).demo).toBe(true)
})

test('proxies are a number of them, or their networks', () => {
  const trusted = (HUB_TRUST_PROXY: string) => readSettings({ HUB_TRUST_PROXY }).trustProxy
  expect(readSettings({}).trustProxy).toBe(false)
  expect(trusted('off')).toBe(false)
  expect(trusted('10')).toBe(10)
  expect(trusted('10.0.0.0/8,::1, 2001:db8::/32')).toEqual(['10.0.0.0/8', '::1', '2001:db8::/32'])
})

test('replicas are none, one or several, and may be so far behind', () => {
  expect(readSettings({}).replicas).toEqual({ urls: [], longestLagMs: 30_000 })
  const several = 'postgres://db2/hub, postgres://db3/hub'
  expect(readSettings({ DATABASE_REPLICA_URL: several, HUB_REPLICA_LAG_SECONDS: '5' }).replicas).toEqual({
    urls: ['postgres://db2/hub', 'postgres://db3/hub'],
    longestLagMs: 5_000,
  })
})

test('an empty variable is one that is not set', () => {
  expect(readSettings({ PORT: '' }).port).toBe(8080)
})

test('each lane has its slots, and the process its part', () => {
  expect(readSettings({})).toMatchObject({
    role: 'all',
    jobSlots: { at_once: 2, soon: 2, bulk: 2, maintenance: 2 },
  })
  expect(readSettings({ HUB_JOBS_AT_ONCE: '4', HUB_JOBS_BULK: '1' }).jobSlots).toEqual({
    at_once: 4,
    soon: 2,
    bulk: 1,
    maintenance: 2,
  })
  const DATABASE_URL = 'postgres://db/hub'
  expect(readSettings({ HUB_ROLE: 'web', DATABASE_URL }).role).toBe('web')
  const HUB_PUBLIC_URL = 'https://hub.example.com'
  expect(readSettings({ HUB_ROLE: 'worker', DATABASE_URL, HUB_PUBLIC_URL }).role).toBe('worker')
})

test('the platform keeps its own for good, or for months; a message’s line no shorter than its text', () => {
  expect(Object.values(readSettings({}).platformMonths)).toEqual([undefined, undefined, undefined])
  const [HUB_PLATFORM_TEXTS_MONTHS, HUB_PLATFORM_MESSAGES_MONTHS] = ['6', '12']
  expect(readSettings({ HUB_PLATFORM_TEXTS_MONTHS, HUB_PLATFORM_MESSAGES_MONTHS }).platformMonths).toEqual({
    MessageTexts: 6,
    Messages: 12,
  })
  expect(() => readSettings({ HUB_PLATFORM_MESSAGES_MONTHS })).toThrow('HUB_PLATFORM_TEXTS_MONTHS is missing')
  expect(() => readSettings({ HUB_PLATFORM_TRAIL_MONTHS: '11' })).toThrow('HUB_PLATFORM_TRAIL_MONTHS')
})

test('backups are taken each night once there is a folder for them', () => {
  expect(readSettings({}).backups).toBeUndefined()
  expect(readSettings({ HUB_BACKUP_DIR: '/backups' }).backups).toEqual({
    folder: '/backups',
    at: '16:00',
    keepDays: 7,
    keepWeeks: 4,
  })
  const HUB_BACKUP_AT = '02:30'
  expect(readSettings({ HUB_BACKUP_DIR: '/backups', HUB_BACKUP_AT }).backups).toMatchObject({ at: '02:30' })
})

test('behind a pooler in transaction mode calls go by it, and all else by the direct way', () => {
  const DATABASE_URL = 'postgres://pooler/hub'
  const DATABASE_DIRECT_URL = 'postgres://db/hub'
  expect(readSettings({ DATABASE_URL })).toMatchObject({ databaseUrl: DATABASE_URL, pooledUrl: undefined })
  expect(readSettings({ DATABASE_URL, DATABASE_DIRECT_URL })).toMatchObject({
    databaseUrl: DATABASE_DIRECT_URL,
    pooledUrl: DATABASE_URL,
    demo: false,
  })
})

test('addresses may have what they may have', () => {
  for (const DATABASE_URL of [
    'postgres://u@/db',
    'postgres:///db?host=/run/postgresql',
    'postgresql://hub:p%2Fw%40:x@db:5432/hub?sslmode=require',
    'postgres://hub:a@b@db/hub',
    'postgres://db/hub',
  ])
    expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
  for (const HUB_SMTP_URL of ['smtp://127.0.0.1:25', 'smtps://hub%40example.com:p%23@mail:465?pool=true'])
    expect(readSettings({ HUB_SMTP_URL }).mail.smtpUrl).toBe(HUB_SMTP_URL)
  for (const HUB_PUBLIC_URL of [
    'https://hub.example.com',
    'http://localhost:8080',
    'https://[2001:db8::1]:8443',
  ])
    expect(readSettings({ HUB_PUBLIC_URL: `${HUB_PUBLIC_URL}/` }).publicUrl).toBe(HUB_PUBLIC_URL)
  const HUB_MICROSOFT_ISSUER = 'https://login.example.com/tenant/v2.0'
  const given = { HUB_MICROSOFT_ISSUER, HUB_MICROSOFT_CLIENT_ID: 'x', HUB_MICROSOFT_CLIENT_SECRET: 'y' }
  expect(readSettings(given).microsoft?.issuer).toBe(HUB_MICROSOFT_ISSUER)
})

const encoded =
  'is no address: what is special in its user and password is percent-encoded (/ is %2F, # is %23, ? is %3F, % is %25).'

describe('a wrong one is named', () => {
  test.each([
    ...['pa/ss', 'pa#ss', 'pa?ss', '12/34', '12#34', '12?34'].flatMap(
      (password): [Record<string, string>, string][] => [
        [{ DATABASE_URL: `postgres://hub:${password}@db:5432/hub` }, `The setting DATABASE_URL ${encoded}`],
        [{ HUB_SMTP_URL: `smtps://hub:${password}@mail:465` }, `The setting HUB_SMTP_URL ${encoded}`],
      ],
    ),
    ...['smtp://', 'smtp://hub:pw@/', 'smtp://hub:a@b/c@mail', 'smtp://mail#x'].map(
      (wrong): [Record<string, string>, string] => [
        { HUB_SMTP_URL: wrong },
        `The setting HUB_SMTP_URL ${encoded}`,
      ],
    ),
    ...['hub.example.com', 'hub.example.com:443', 'localhost:8080', 'ftp://hub.example.com'].map(
      (wrong): [Record<string, string>, string] => [
        { HUB_PUBLIC_URL: wrong },
        'The setting HUB_PUBLIC_URL must be a URL, such as https://hub.example.com.',
      ],
    ),
    ...['/hub', '?a=b', '#a'].map((more): [Record<string, string>, string] => [
      { HUB_PUBLIC_URL: `https://hub.example.com${more}` },
      'The setting HUB_PUBLIC_URL must be a host that people reach by http or https and nothing more, such as https://hub.example.com.',
    ]),
    [
      { HUB_PUBLIC_URL: 'https://user@hub.example.com' },
      'The setting HUB_PUBLIC_URL must be a host that people reach by http or https and nothing more, such as https://hub.example.com.',
    ],
    [{ HUB_CHAT_URL: 'chat:me' }, 'The setting HUB_CHAT_URL must be a URL, such as https://hub.example.com.'],
    [{ HUB_BACKUP_AT: '02:30' }, 'The setting HUB_BACKUP_DIR is missing.'],
    [
      { HUB_BACKUP_DIR: '/backups', HUB_BACKUP_AT: '24:00' },
      'The setting HUB_BACKUP_AT must be a time of day, such as 16:30.',
    ],
    [
      { HUB_BACKUP_DIR: '/backups', HUB_BACKUP_KEEP_DAYS: '0' },
      'The setting HUB_BACKUP_KEEP_DAYS must be 1 to 366.',
    ],
    [{ PORT: 'eighty' }, 'The setting PORT must be a number.'],
    [{ PORT: '99999' }, 'The setting PORT must be 0 to 65535.'],
    [{ DATABASE_URL: 'mysql://x' }, 'The setting DATABASE_URL must start with postgres://.'],
    [{ DATABASE_DIRECT_URL: 'postgres://db/hub' }, 'The setting DATABASE_URL is missing.'],
    [
      { DATABASE_REPLICA_URL: 'postgres://db2/hub,' },
      'The setting DATABASE_REPLICA_URL must start with postgres://.',
    ],
    [
      { DATABASE_REPLICA_URL: 'postgres://db2:x/hub' },
      'The setting DATABASE_REPLICA_URL must be URLs with commas between them.',
    ],
    [{ HUB_DATABASE_DRIVER: 'slow' }, 'The setting HUB_DATABASE_DRIVER must be fast or plain.'],
    [{ HUB_DEMO: 'yes' }, 'The setting HUB_DEMO must be on or off.'],
    [
      { HUB_TRUST_PROXY: 'on' },
      "The setting HUB_TRUST_PROXY can't be on, which would believe anybody: write how many proxies are in front, such as 1, or their networks, such as 10.0.0.0/8.",
    ],
    [{ HUB_TRUST_PROXY: '0' }, 'The setting HUB_TRUST_PROXY must be 1 to 10 proxies.'],
    [{ HUB_TRUST_PROXY: '11' }, 'The setting HUB_TRUST_PROXY must be 1 to 10 proxies.'],
    ...[
      'loopback',
      '10.0.0.0/33',
      '2001:db8::/129',
      '0.0.0.0/0',
      '::/0',
      '10.0.0/8',
      'fe80::1%eth0',
      '1/8',
    ].map((wrong): [Record<string, string>, string] => [
      { HUB_TRUST_PROXY: `10.0.0.1, ${wrong}` },
      `The setting HUB_TRUST_PROXY names ${wrong}, which is no network or address.`,
    ]),
    [
      { HUB_TRUST_PROXY: '10.0.0.1,' },
      'The setting HUB_TRUST_PROXY names nothing, which is no network or address.',
    ],
    [{ HUB_ROLE: 'both' }, 'The setting HUB_ROLE must be all, web or worker.'],
    [{ HUB_ROLE: 'web' }, 'With HUB_ROLE=web the setting DATABASE_URL is missing.'],
    [
      { HUB_ROLE: 'worker', DATABASE_URL: 'postgres://db/hub' },
      'With HUB_ROLE=worker the setting HUB_PUBLIC_URL is missing.',
    ],
    [{ HUB_JOBS_AT_ONCE: '0' }, 'The setting HUB_JOBS_AT_ONCE must be 1 to 50.'],
    [{ HUB_JOBS_BULK: '1.5' }, 'The setting HUB_JOBS_BULK must be a whole number.'],
    [{ HUB_JOBS_MAINTENANCE: 'many' }, 'The setting HUB_JOBS_MAINTENANCE must be a number.'],
    [{ HUB_SECRET: 'short' }, 'The setting HUB_SECRET must have 32 characters or more.'],
    [{ HUB_MICROSOFT_CLIENT_ID: 'x' }, 'The setting HUB_MICROSOFT_CLIENT_SECRET is missing.'],
    [{ HUB_APPLE_PASS_KEY: 'key.pem' }, 'The setting HUB_APPLE_PASS_CERTIFICATE is missing.'],
    [{ HUB_GOOGLE_WALLET_ISSUER_ID: '338' }, 'The setting HUB_GOOGLE_WALLET_SERVICE_ACCOUNT is missing.'],
    [{ HUB_BRANDD: 'x' }, 'There is no setting HUB_BRANDD.'],
  ])('%j', (environment, sentence) => {
    expect(() => readSettings(environment)).toThrow(new SettingsError(sentence))
  })
})
