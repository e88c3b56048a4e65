import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract'
import type { Endpoint } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import { incompleteLink } from '#contract/words/link-words.ts'
import { closestIssues } from './closest-issues.ts'
import { fieldLabel } from './field-labels.ts'
import { inSentences } from './in-sentences.ts'

type Field = { readonly row: string; readonly name: string; readonly schema: z.ZodType }
type Inner = { readonly def: { readonly [part: string]: unknown } }

/** Every field that a call takes anywhere in its address, query or body, with the schemas within it. */
function* fieldsOf(row: string, schema: z.ZodType): Generator<Field> {
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape)) {
      yield { row, name, schema: field as z.ZodType }
      yield* fieldsOf(row, field as z.ZodType)
    }
  else for (const inner of innerOf(schema as unknown as Inner)) yield* fieldsOf(row, inner)
}

function innerOf({ def }: Inner): z.ZodType[] {
  const { innerType, element, valueType, in: from, out, options = [] } = def
  const inner = [innerType, element, valueType, from, out, ...(options as unknown[])]
  return inner.filter((each): each is z.ZodType => each instanceof z.ZodType)
}

const fields = Object.entries(api as Record<string, Endpoint>).flatMap(([row, { params, query, body }]) =>
  [params, query, body].flatMap((schema) => [...fieldsOf(row, schema)]),
)

const long = 'x'.repeat(200_000)
const wrong: readonly unknown[] = [
  undefined, null, '', ' ', 'x', long, `+${long}`, `a@${long}.au`, 0, -1, 1.5, 0.001, 7, 13, 1e15, -1e15, Number.NaN, true, [], {}, [{}], [null], ['x', 7], [long],
  Array.from({ length: 20_001 }, () => 'x'), Array.from({ length: 20_001 }, () => ({})), '2026-02-31', '2026-13-01T00:00:00Z', '99:99', { x: 1 },
  'Status', 'Nothing=1', '{Nothing}', new File([], ''), new File([new Uint8Array(3 * 1024 * 1024)], 'x.png'),
] // prettier-ignore

type Told = Field & { readonly issue: z.core.$ZodIssue; readonly input: unknown }

/** What is said of a field, whatever is sent in its place: of several things that are wrong with it, the first. */
function told(): Told[] {
  return fields.flatMap((field) =>
    wrong.flatMap((input) => {
      const { error } = z
        .object({ [field.name]: field.schema })
        .safeParse({ [field.name]: input }, inSentences)
      const first = new Map<string, z.core.$ZodIssue>()
      for (const issue of closestIssues(error?.issues ?? []))
        first.set(issue.path.join('.'), first.get(issue.path.join('.')) ?? issue)
      return [...first.values()].map((issue) => ({ ...field, issue, input }))
    }),
  )
}

const all = told()

/** A line for each sentence that breaks a rule, with the first call that says it. */
function broken(breaks: (one: Told) => boolean): string[] {
  const lines = new Map<string, string>()
  for (const one of all) {
    const { row, name, issue, input } = one
    if (lines.has(issue.message) || !breaks(one)) continue
    lines.set(issue.message, `${row} ${name} ${(JSON.stringify(input) ?? '').slice(0, 40)} (${issue.code})`)
  }
  return [...lines].map(([sentence, line]) => `${line}: ${sentence}`)
}

const ofSpecification = new Set(
  Object.values(messages).flatMap((area) => Object.values(area).filter((each) => typeof each === 'string')),
)
const isQuoted = ({ issue }: Told) => ofSpecification.has(issue.message)

test('there is much to be said', () => {
  expect(fields.length).toBeGreaterThan(300)
  expect(all.length).toBeGreaterThan(5_000)
})

test('every refusal is a sentence', () => {
  expect(broken((one) => !isQuoted(one) && !/^[A-Z'{].*\.$/s.test(one.issue.message))).toEqual([])
})

// What the schema library says by itself, and what its kinds are called.
const forProgrammers =
  /Invalid (input|option|string|ISO|key|number|value|email$)|Too (small|big)|Unrecognized|expected|received|undefined|\bnull\b|NaN|\bstring\b|boolean|array|regex|enum\b/

test("no refusal has the schema library's words", () => {
  expect(broken((one) => !isQuoted(one) && forProgrammers.test(one.issue.message))).toEqual([])
})

test('no refusal has the name of a field as programs know it', () => {
  const names = new Set(fields.map(({ name }) => name).filter((name) => /[a-z][A-Z]|_/.test(name)))
  // What can be chosen from is told as it is sent.
  const words = ({ issue }: Told) => issue.message.replace(/must be (one of )?.*/s, '').split(/[^\w]+/)
  expect(broken((one) => words(one).some((word) => names.has(word)))).toEqual([])
})

// What is scanned or opened isn't typed: who is refused can't make it shorter.
const ofNoLimit: readonly string[] = [incompleteLink, 'That is no code of ours.']

test('a refusal says the limit that is broken', () => {
  const isOfLimit = ({ issue }: Told) =>
    issue.code === 'too_big' || (issue.code === 'too_small' && issue.minimum !== 1 && issue.minimum !== 0)
  const saysLimit = ({ issue }: Told) =>
    /\d|million|seven|year/.test(issue.message) || ofNoLimit.includes(issue.message)
  expect(broken((one) => isOfLimit(one) && !isQuoted(one) && !saysLimit(one))).toEqual([])
})

test('what is there is never said to be missing', () => {
  const isThere = ({ issue, input }: Told) =>
    issue.code === 'too_big' || (typeof input === 'string' && input.length > 100_000)
  expect(broken((one) => isThere(one) && /is required/.test(one.issue.message))).toEqual([])
})

// Where the contract has words of its own for a field, and they name it otherwise.
const otherNames: Readonly<Record<string, RegExp>> = {
  InitialCardValue: /amount/,
  MinimumInitialCardValue: /amount/,
  MaximumInitialCardValue: /amount/,
  MaximumBalance: /amount/,
  MaximumReloadPerDay: /amount/,
  Tender: /paid/,
  Fee: /amount/,
  Threshold: /amount/,
  ExpiryMonths: /months|valid/,
  ExpiresAfterMonths: /valid/,
  OfferExpiryDate: /day/,
  PlasticExpiryDate: /day/,
  CustomInvitationSMSMessageBodyFormat: /\{Nothing\}/,
  Text: /file|note|Write/,
  Size: /file/,
  Content: /file/,
  Mapping: /column|field/,
  NameAndBirthDate: /rows/,
  Email: /rows/,
  filter: /needs a value/,
  memberFilterQuery: /needs a value/,
  MemberFilterQuery: /needs a value/,
  Query: /filter|needs a value/,
  Key: /property|membership type/,
  Value: /name|dynamic data/,
  Secret: /link/,
  status: /event/,
  PassConfigurationId: /card/,
  imageType: /picture/,
  imageData: /picture/,
  Days: /reminder/,
  Note: /given back/,
  Code: /number/,
  TimeToLiveSeconds: /seconds/,
  Search: /filters/,
}

test('a refusal names the field as people do', () => {
  const stems = (text: string) =>
    text
      .toLowerCase()
      .match(/[a-z]{3,}/g)
      ?.map((word) => word.slice(0, 4)) ?? []
  const isNamed = ({ issue: { path, message } }: Told) => {
    const name = String(path.findLast((part) => typeof part === 'string'))
    const label = fieldLabel(path) ?? ''
    if (message.startsWith(label) || otherNames[name]?.test(message)) return true
    const known = new Set(path.flatMap((part) => stems(fieldLabel([part]) ?? '')))
    return stems(message).some((stem) => known.has(stem))
  }
  // Of a pass's texts it is told which piece of dynamic data isn't there.
  const isOfData = ({ issue }: Told) => issue.message.includes('dynamic data')
  expect(broken((one) => !isQuoted(one) && !isOfData(one) && !isNamed(one))).toEqual([])
})
