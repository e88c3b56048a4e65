import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { usualSlots } from '#platform/jobs'
import { drainMsOf } from './drain.ts'
import { backupsOf, platformMonthsOf } from './kept.ts'
import { SettingsError } from './settings-error.ts'
import {
  email,
  onOff,
  postgresUrl,
  postgresUrls,
  publicUrl,
  smtpUrl,
  timeOfDay,
  linkUrl,
  url,
  within,
} from './shapes.ts'
import { trustedProxies } from './trusted-proxies.ts'

/** Every setting there is, by the name of its environment variable. All are optional. */
const variables = z.object({
  PORT: within(0, 65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrls.optional(),
  HUB_REPLICA_LAG_SECONDS: within(1, 3600).default(30),
  HUB_DATABASE_CONNECTIONS: within(2, 100).default(10),
  HUB_EXPORT_CONNECTIONS: within(1, 100).default(6),
  HUB_STATEMENT_SECONDS: within(1, 3600).default(30),
  HUB_HTTP_CONNECTIONS: within(10, 100_000).default(5000),
  HUB_BODY_KB: within(64, 102_400).default(1024),
  HUB_OPEN_BODY_KB: within(8, 102_400).default(32),
  HUB_UPLOAD_KB: within(64, 102_400).default(8192),
  HUB_BUSY_AFTER_MS: within(50, 60_000).default(500),
  HUB_DRAIN_SECONDS: within(0, 60).optional(),
  HUB_ERASE_AFTER_DAYS: within(1, 3650).default(30),
  HUB_DATABASE_DRIVER: z.enum(['fast', 'plain'], 'must be fast or plain').default('fast'),
  HUB_ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  HUB_JOBS_AT_ONCE: within(1, 50).default(usualSlots.at_once),
  HUB_JOBS_SOON: within(1, 50).default(usualSlots.soon),
  HUB_JOBS_BULK: within(1, 50).default(usualSlots.bulk),
  HUB_JOBS_MAINTENANCE: within(1, 50).default(usualSlots.maintenance),
  HUB_DATA_DIR: z.string().default('.data'),
  HUB_BACKUP_DIR: z.string().optional(),
  HUB_BACKUP_AT: timeOfDay.optional(),
  HUB_BACKUP_KEEP_DAYS: within(1, 366).optional(),
  HUB_BACKUP_KEEP_WEEKS: within(0, 520).optional(),
  HUB_PLATFORM_TEXTS_MONTHS: within(3, 240).optional(),
  HUB_PLATFORM_MESSAGES_MONTHS: within(12, 240).optional(),
  HUB_PLATFORM_TRAIL_MONTHS: within(12, 240).optional(),
  HUB_PUBLIC_URL: publicUrl.optional(),
  HUB_BRAND: z.string().max(40).default('Hub'),
  HUB_DEMO: onOff.optional(),
  HUB_ADMIN_EMAIL: email.optional(),
  HUB_SECRET: z.string().min(32, 'must have 32 characters or more').optional(),
  HUB_SECRET_NEW: z.string().min(32, 'must have 32 characters or more').optional(),
  HUB_TRUST_PROXY: trustedProxies.default(false),
  HUB_LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'], 'must be a log level')
    .default('warn'),
  HUB_METRICS_PORT: within(1, 65_535).optional(),
  HUB_METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  HUB_DEV_PAGES: onOff.default(false),
  HUB_SUPPORT_EMAIL: email.default('support@hub.example'),
  HUB_CHECK_URL: linkUrl.default('https://check.hub.example'),
  HUB_CHAT_URL: linkUrl.default('https://chat.hub.example'),
  HUB_MARKETING_URL: linkUrl.default('https://www.hub.example'),
  HUB_ABR_GUID: z.guid('must be the GUID that the register gave you').optional(),
  HUB_ABR_URL: url.default('https://abr.business.gov.au'),
  HUB_GOOGLE_PLACES_KEY: z.string().min(1).optional(),
  HUB_GOOGLE_PLACES_URL: url.default('https://places.googleapis.com'),
  HUB_SMTP_URL: smtpUrl.optional(),
  HUB_MAIL_FROM: z.string().default('Hub <no-reply@hub.example>'),
  HUB_TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  HUB_TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  HUB_TWILIO_FROM: z.string().min(1).optional(),
  HUB_TWILIO_URL: url.default('https://api.twilio.com'),
  HUB_STRIPE_SECRET_KEY: z.string().min(1).optional(),
  HUB_STRIPE_WEBHOOK_SECRET: z.string().min(1).optional(),
  HUB_STRIPE_URL: url.default('https://api.stripe.com'),
  HUB_APPLE_PASS_CERTIFICATE: z.string().min(1).optional(),
  HUB_APPLE_PASS_KEY: z.string().min(1).optional(),
  HUB_APPLE_PASS_KEY_PASSPHRASE: z.string().min(1).optional(),
  HUB_APPLE_WWDR_CERTIFICATE: z.string().min(1).optional(),
  HUB_APPLE_PUSH_URL: url.optional(),
  HUB_GOOGLE_WALLET_ISSUER_ID: z.string().regex(/^\d+$/, 'must be digits').optional(),
  HUB_GOOGLE_WALLET_SERVICE_ACCOUNT: z.string().min(1).optional(),
  HUB_GOOGLE_WALLET_URL: url.default('https://walletobjects.googleapis.com'),
  HUB_MICROSOFT_CLIENT_ID: z.string().min(1).optional(),
  HUB_MICROSOFT_CLIENT_SECRET: z.string().min(1).optional(),
  HUB_MICROSOFT_ISSUER: url.default('https://login.microsoftonline.com/organizations/v2.0'),
})

type Values = z.output<typeof variables>

export type Settings = ReturnType<typeof readSettings>

/** Reads the settings from the environment; a wrong one is a SettingsError that names it. */
export function readSettings(environment: Record<string, string | undefined>) {
  // An empty variable is how people unset one in a service file.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new SettingsError(`The setting ${String(path[0])} ${message}.`)
  }
  const unknown = Object.keys(given).find((name) => name.startsWith('HUB_') && !(name in variables.shape))
  if (unknown) throw new SettingsError(`There is no setting ${unknown}.`)
  return settingsOf(parsed.data)
}

function settingsOf(values: Values) {
  return {
    port: values.PORT,
    host: values.HOST,
    ...waysOf(values),
    /** Where reports and exports are read, which may be so far behind. */
    replicas: {
      urls: values.DATABASE_REPLICA_URL ?? [],
      longestLagMs: values.HUB_REPLICA_LAG_SECONDS * 1000,
    },
    ...limitsOf(values),
    ...workOf(values),
    /** So many days after its end a business is erased. */
    eraseAfterDays: values.HUB_ERASE_AFTER_DAYS,
    dataFolder: resolve(values.HUB_DATA_DIR),
    backups: backupsOf(values),
    platformMonths: platformMonthsOf(values),
    publicUrl: values.HUB_PUBLIC_URL,
    brand: values.HUB_BRAND,
    demo: values.HUB_DEMO ?? isJustTried(values),
    adminEmail: values.HUB_ADMIN_EMAIL,
    secret: values.HUB_SECRET,
    /** What hub rotate-secret changes it to. */
    newSecret: values.HUB_SECRET_NEW,
    trustProxy: values.HUB_TRUST_PROXY,
    logLevel: values.HUB_LOG_LEVEL,
    metricsPort: values.HUB_METRICS_PORT,
    metricsToken: values.HUB_METRICS_TOKEN,
    devPages: values.HUB_DEV_PAGES,
    supportEmail: values.HUB_SUPPORT_EMAIL,
    productUrls: { check: values.HUB_CHECK_URL, chat: values.HUB_CHAT_URL },
    marketingUrl: values.HUB_MARKETING_URL,
    businessRegister: values.HUB_ABR_GUID
      ? { guid: values.HUB_ABR_GUID, url: values.HUB_ABR_URL }
      : undefined,
    googlePlaces: values.HUB_GOOGLE_PLACES_KEY
      ? { key: values.HUB_GOOGLE_PLACES_KEY, url: values.HUB_GOOGLE_PLACES_URL }
      : undefined,
    mail: { smtpUrl: values.HUB_SMTP_URL, from: values.HUB_MAIL_FROM },
    twilio: twilioOf(values),
    stripe: stripeOf(values),
    applePasses: applePassesOf(values),
    // A certificate of our own making means nothing to Apple: no push goes there by itself.
    applePushUrl:
      values.HUB_APPLE_PUSH_URL ??
      (values.HUB_APPLE_PASS_CERTIFICATE ? 'https://api.push.apple.com' : undefined),
    googleWallet: googleWalletOf(values),
    microsoft: microsoftOf(values),
  }
}

/** Where the database is, and the pooler that calls go by, where connections are others' between two transactions. */
function waysOf({ DATABASE_URL, DATABASE_DIRECT_URL }: Values) {
  if (DATABASE_DIRECT_URL === undefined) return { databaseUrl: DATABASE_URL, pooledUrl: undefined }
  if (DATABASE_URL === undefined) throw new SettingsError('The setting DATABASE_URL is missing.')
  return { databaseUrl: DATABASE_DIRECT_URL, pooledUrl: DATABASE_URL }
}

/** How much of everything there may be. */
function limitsOf(values: Values) {
  return {
    database: {
      /** How many connections calls and jobs share. */
      connections: values.HUB_DATABASE_CONNECTIONS,
      /** How many there are for what is copied out in full. */
      copies: values.HUB_EXPORT_CONNECTIONS,
      /** So long a statement may take. */
      statementMs: values.HUB_STATEMENT_SECONDS * 1000,
      /** How statements get there. */
      driver: values.HUB_DATABASE_DRIVER,
    },
    /** How many may be connected at once. */
    httpConnections: values.HUB_HTTP_CONNECTIONS,
    /** The most bytes of a body: of strangers, of those who are known, and of what says that it is larger. */
    largestBody: {
      ofStrangers: values.HUB_OPEN_BODY_KB * 1024,
      ofUsers: values.HUB_BODY_KB * 1024,
      ofUploads: values.HUB_UPLOAD_KB * 1024,
    },
    /** Once the process is so late with its work, it takes no more on. */
    busyAfterMs: values.HUB_BUSY_AFTER_MS,
    drainMs: drainMsOf(values),
  }
}

/**
 * Demo data is for the database we make ourselves, never a surprise in somebody's own; and since everybody knows its
 * password, it comes by itself only where nobody but this machine can sign in.
 */
function isJustTried({ DATABASE_URL, HUB_PUBLIC_URL, HOST }: Values): boolean {
  const isLoopback = ['localhost', '::1'].includes(HOST) || (isIPv4(HOST) && HOST.startsWith('127.'))
  return DATABASE_URL === undefined && HUB_PUBLIC_URL === undefined && isLoopback
}

/** What the process does, and how many jobs of each lane at once. */
function workOf(values: Values) {
  // A process that leaves a part of the work to others meets them in a database that is no process's own.
  if (values.HUB_ROLE !== 'all' && values.DATABASE_URL === undefined)
    throw new SettingsError(`With HUB_ROLE=${values.HUB_ROLE} the setting DATABASE_URL is missing.`)
  // A worker listens where nobody reaches it: it can't tell what its links should begin with.
  if (values.HUB_ROLE === 'worker' && values.HUB_PUBLIC_URL === undefined)
    throw new SettingsError('With HUB_ROLE=worker the setting HUB_PUBLIC_URL is missing.')
  return {
    role: values.HUB_ROLE,
    jobSlots: {
      at_once: values.HUB_JOBS_AT_ONCE,
      soon: values.HUB_JOBS_SOON,
      bulk: values.HUB_JOBS_BULK,
      maintenance: values.HUB_JOBS_MAINTENANCE,
    },
  }
}

/** Settings that make sense together only: all of them, none, or the name of the first that is missing. */
function together<Name extends keyof Values>(values: Values, names: readonly Name[]) {
  const missing = names.find((name) => values[name] === undefined)
  if (missing === undefined) return values as { readonly [Each in Name]: NonNullable<Values[Each]> }
  if (names.some((name) => values[name] !== undefined))
    throw new SettingsError(`The setting ${missing} is missing.`)
  return undefined
}

function twilioOf(values: Values) {
  const given = together(values, ['HUB_TWILIO_ACCOUNT_SID', 'HUB_TWILIO_AUTH_TOKEN', 'HUB_TWILIO_FROM'])
  return (
    given && {
      url: values.HUB_TWILIO_URL,
      accountSid: given.HUB_TWILIO_ACCOUNT_SID,
      authToken: given.HUB_TWILIO_AUTH_TOKEN,
      from: given.HUB_TWILIO_FROM,
    }
  )
}

function stripeOf(values: Values) {
  const given = together(values, ['HUB_STRIPE_SECRET_KEY', 'HUB_STRIPE_WEBHOOK_SECRET'])
  return (
    given && {
      secretKey: given.HUB_STRIPE_SECRET_KEY,
      webhookSecret: given.HUB_STRIPE_WEBHOOK_SECRET,
      url: values.HUB_STRIPE_URL,
    }
  )
}

function microsoftOf(values: Values) {
  const given = together(values, ['HUB_MICROSOFT_CLIENT_ID', 'HUB_MICROSOFT_CLIENT_SECRET'])
  return (
    given && {
      clientId: given.HUB_MICROSOFT_CLIENT_ID,
      clientSecret: given.HUB_MICROSOFT_CLIENT_SECRET,
      issuer: values.HUB_MICROSOFT_ISSUER,
    }
  )
}

/** The files of the certificate for passes; the server reads them at its start. */
function applePassesOf(values: Values) {
  const given = together(values, [
    'HUB_APPLE_PASS_CERTIFICATE',
    'HUB_APPLE_PASS_KEY',
    'HUB_APPLE_WWDR_CERTIFICATE',
  ])
  return (
    given && {
      certificateFile: given.HUB_APPLE_PASS_CERTIFICATE,
      keyFile: given.HUB_APPLE_PASS_KEY,
      passphrase: values.HUB_APPLE_PASS_KEY_PASSPHRASE,
      authorityFile: given.HUB_APPLE_WWDR_CERTIFICATE,
    }
  )
}

function googleWalletOf(values: Values) {
  const given = together(values, ['HUB_GOOGLE_WALLET_ISSUER_ID', 'HUB_GOOGLE_WALLET_SERVICE_ACCOUNT'])
  return (
    given && {
      url: values.HUB_GOOGLE_WALLET_URL,
      issuerId: given.HUB_GOOGLE_WALLET_ISSUER_ID,
      serviceAccountFile: given.HUB_GOOGLE_WALLET_SERVICE_ACCOUNT,
    }
  )
}
