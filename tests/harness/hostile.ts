/** Numbers that look random and are the same in every run of one seed. */
export function seeded(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return { next, pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]! }
}

export type Random = ReturnType<typeof seeded>

const deep = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { x: value }
  return value
}

/** What people never type, and programs send. */
const nastyValues: readonly unknown[] = [
  null, true, -1, 0, 1.5, 1e308, -1e308, Number.MAX_SAFE_INTEGER, 2 ** 63, '', ' ', 'x'.repeat(10_000), '\0', 'a\0b',
  '\ud800', '\udc00x', '😀'.repeat(300), '\u202eabc', '${7*7}', "'; drop table member; --", '../../../etc/passwd', '%00', '*',
  '0000-00-00', '9999-99-99', '2026-02-31', '275760-09-13T00:00:00.000Z', '99999999999999999999', 'NaN', 'Infinity', '-0',
  '<script>alert(1)</script>', [], [null], [[]], {}, { $ne: 1 }, { toString: 'x' }, { length: 1e9 }, deep(40), deep(200),
] // prettier-ignore

/** A value of an input with one place in it replaced, taken away or added to. */
function disturbed(random: Random, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && random.next() < 0.7)
    return value.with(
      Math.floor(random.next() * value.length),
      disturbed(random, value[Math.floor(random.next() * value.length)]),
    )
  if (value === null || typeof value !== 'object' || value instanceof File || random.next() < 0.15)
    return random.pick(nastyValues)
  const names = Object.keys(value)
  const name = random.pick([...names, 'unknown'])
  const way = random.next()
  if (way < 0.15) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== name))
  if (way < 0.3) return { ...value, [name]: random.pick(nastyValues) }
  return { ...value, [name]: disturbed(random, (value as Record<string, unknown>)[name]) }
}

const poison = '{"__proto__":{"isSuperAdmin":true},"constructor":{"prototype":{"x":1}}}'

/** A body as it is sent: most are JSON with something wrong in it, some aren't even that. */
export function hostileBody(random: Random, body: unknown): { type: string; payload: string } {
  const type = 'application/json'
  const way = random.next()
  if (way < 0.7) return { type, payload: JSON.stringify(disturbed(random, body)) ?? 'null' }
  return random.pick([
    { type, payload: '' },
    { type, payload: '{' },
    { type, payload: 'null' },
    { type, payload: '"\\ud800"' },
    { type, payload: poison },
    { type, payload: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
    { type, payload: `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}` },
    { type, payload: JSON.stringify({ x: 'y'.repeat(2_000_000) }) },
    {
      type,
      payload: JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i]))),
    },
    { type: 'text/plain', payload: JSON.stringify(body) ?? '' },
    { type: 'application/xml', payload: '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>' },
    { type: 'multipart/form-data; boundary=x', payload: '--x\r\ncontent-disposition: form-data' },
    { type: 'multipart/form-data', payload: 'none' },
    { type: 'application/json; charset=utf-16', payload: '{}' },
  ])
}

/** A part of an address as it is sent. */
export function hostileText(random: Random): string {
  const value = random.pick(nastyValues)
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 3_000).toWellFormed()
  return random.next() < 0.1
    ? random.pick(['%', '%zz', '%c0%af', '%ff', '..', '.', '%2e%2e%2f'])
    : encodeURIComponent(text)
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** What stands where a token would: none that anybody was given. */
export function forgedTokens(genuine: string): readonly string[] {
  const [head = '', claims = '', signature = ''] = genuine.split('.')
  const now = Math.floor(Date.now() / 1000)
  return [
    '', ' ', 'null', 'undefined', 'x'.repeat(8_000), 'licences harbourside', 'harbourside', '*',
    `${part({ alg: 'none' })}.${claims}.`, `${part({ alg: 'HS256', typ: 'JWT' })}.${claims}.${signature}`,
    `${head}.${part({ sub: 'super', hubAdminApiRole: 'SuperAdmin', exp: now + 900, auth_time: now })}.${signature}`,
    `${head}.${claims}.${signature.slice(0, -4)}AAAA`, `${head}.${claims}`, `${part({ alg: 'ES256', kid: '../../dev/null' })}.${claims}.${signature}`,
    'kit.harbourside.x', `kit.harbourside.${'s'.repeat(32)}`, `kit.*.${'s'.repeat(32)}`, `kit.${'k'.repeat(11_000)}.s`, 'hub_',
    `hub_${'k'.repeat(43)}`, `hub_${'k'.repeat(9_000)}`, '\u00e9\u00ff',
  ] // prettier-ignore
}
