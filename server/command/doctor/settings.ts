import { knownSecret } from '#platform/secrets'
import type { Settings } from '#platform/settings'
import { type Finding, ok, warning, wrong } from './finding.ts'

/** What the settings say together; a wrong one by itself is refused before any command begins. */
export function findInSettings(settings: Settings): Finding[] {
  return [
    ok('The settings can be read.'),
    secret(settings),
    publicUrl(settings),
    ...examples(settings),
    demo(settings),
  ]
}

function secret({ secret: setting, dataFolder, databaseUrl }: Settings): Finding {
  if (!knownSecret(setting, dataFolder))
    return warning(
      `There is no secret yet: the first start makes one in ${dataFolder}. Set HUB_SECRET where several processes share a database.`,
    )
  if (!setting && databaseUrl)
    return warning(
      `The secret is a file in ${dataFolder}: set HUB_SECRET to it, so that every process has the same, and keep it with your other secrets.`,
    )
  return ok('There is a secret.')
}

function publicUrl({ publicUrl: url, trustProxy }: Settings): Finding {
  if (!url)
    return warning(
      'HUB_PUBLIC_URL is not set: links in messages lead to this machine. Set it to what people type.',
    )
  if (!url.startsWith('https:'))
    return warning(
      `HUB_PUBLIC_URL is ${url}: without https there are no passkeys, and passwords can be overheard.`,
    )
  if (trustProxy === false)
    return warning(
      'HUB_TRUST_PROXY is off: if a proxy is in front, everybody has its address. Set it to the number of proxies.',
    )
  return ok(`People reach it at ${url}.`)
}

const isExample = (value: string) => /[@./]example(\.(com|net|org))?([:/>]|$)/.test(value)

/** What leads to nobody, once people use it for real. */
function examples({ publicUrl: url, mail, supportEmail, productUrls, marketingUrl }: Settings): Finding[] {
  const links = Object.entries({
    HUB_SUPPORT_EMAIL: supportEmail,
    HUB_CHECK_URL: productUrls.check,
    HUB_CHAT_URL: productUrls.chat,
    HUB_MARKETING_URL: marketingUrl,
  }).flatMap(([name, value]) => (isExample(value) ? [name] : []))
  const sender = `HUB_MAIL_FROM is ${mail.from}: set it to an address that the mail server sends for.`
  const list = `The console's links lead nowhere while these are examples: ${links.join(', ')}.`
  return [
    ...(mail.smtpUrl && isExample(mail.from) ? [warning(sender)] : []),
    ...(url && links.length > 0 ? [warning(list)] : []),
  ]
}

function demo({ demo: isOn, databaseUrl, publicUrl: url }: Settings): Finding {
  if (!isOn) return ok('The demo is off.')
  return databaseUrl || url
    ? wrong('HUB_DEMO is on: everybody knows the password of its accounts. Set it to off.')
    : ok('The demo is on, for this machine alone.')
}
