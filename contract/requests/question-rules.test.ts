import { describe, expect, test } from 'vitest'
import {
  answerInWords,
  type AskedQuestion,
  keptAnswers,
  questionErrors,
  shownQuestions,
} from './question-rules.ts'
import { Questions } from './questions.ts'
import { priceOf } from './request-rules.ts'

const question = (
  Id: string,
  Kind: AskedQuestion['Kind'],
  more: Partial<AskedQuestion> = {},
): AskedQuestion => ({
  Id,
  Kind,
  Label: `Question ${Id}`,
  Help: '',
  IsRequired: false,
  Options: [],
  ShownWhen: null,
  PerTypes: [],
  ...more,
})
const option = (Id: string, Fee = 0) => ({ Id, Label: `Option ${Id}`, Fee, TaxPercent: 10 })

const questions = [
  question('plays', 'YesNo', { IsRequired: true }),
  question('sport', 'Choice', {
    IsRequired: true,
    Options: [option('bowls', 22), option('golf', 110), option('darts')],
    ShownWhen: { QuestionId: 'plays', Is: ['Yes'] },
  }),
  question('handicap', 'Text', { ShownWhen: { QuestionId: 'sport', Is: ['golf'] } }),
  question('card', 'File', { IsRequired: true, PerTypes: ['Pensioner'] }),
]
const ids = (asked: AskedQuestion[]) => asked.map(({ Id }) => Id)
const answers = (given: object, MembershipType = 'Ordinary') => ({ MembershipType, Questions: { ...given } })

describe('what is asked', () => {
  test.each([
    [{}, 'Ordinary', ['plays']],
    [{ plays: 'Yes' }, 'Ordinary', ['plays', 'sport']],
    [{ plays: 'Yes', sport: 'golf' }, 'Ordinary', ['plays', 'sport', 'handicap']],
    // What was chosen before stays without a say once nobody is asked for it.
    [{ plays: 'No', sport: 'golf' }, 'Ordinary', ['plays']],
    [{ plays: 'No' }, 'Pensioner', ['plays', 'card']],
    [{ plays: 'Perhaps' }, 'Ordinary', ['plays']],
  ])('with %j as %s is %j', (given, type, shown) => {
    expect(ids(shownQuestions(questions, answers(given, type)))).toEqual(shown)
  })
})

test('answers to what is not asked are dropped, and such as can not be given', () => {
  const given = { plays: 'No', sport: 'golf', handicap: '12', other: 'x' }
  expect(keptAnswers(questions, answers(given))).toEqual({ plays: 'No' })
  expect(keptAnswers(questions, answers({ plays: 'Yes', sport: 'chess' }))).toEqual({ plays: 'Yes' })
})

test('what is missing is said for what is asked alone', () => {
  expect(questionErrors(questions, answers({ plays: 'Yes' }))).toEqual({ 'Questions.sport': 'Choose one.' })
  expect(questionErrors(questions, answers({ plays: 'No' }, 'Pensioner'))).toEqual({
    'Questions.card': 'Add a file.',
  })
})

test('fees of answers are in the price, line by line', () => {
  const form = {
    MembershipTypes: [{ Key: 'Ordinary', Description: 'Ordinary member', Fee: 55, TaxPercent: 10 }],
    FeeItems: [{ Id: 'tie', Description: 'Tie', Fee: 10, TaxPercent: 0 }],
    Questions: questions,
  }
  const given = { FeeItems: ['tie'], ...answers({ plays: 'Yes', sport: 'bowls' }) }
  expect(priceOf(form, given)).toEqual({
    total: 8700,
    tax: 700,
    lines: [
      { Description: 'Ordinary member', total: 5500, tax: 500 },
      { Description: 'Tie', total: 1000, tax: 0 },
      { Description: 'Question sport: Option bowls', total: 2200, tax: 200 },
    ],
  })
  expect(priceOf(form, { ...given, ...answers({ plays: 'No', sport: 'bowls' }) }).total).toBe(6500)
})

describe('proposer and seconder', () => {
  const both = [question('p', 'Proposer', { IsRequired: true }), question('s', 'Seconder')]
  const named = (MembershipNumber: string, LastName = 'Lee') => ({ MembershipNumber, LastName })
  test.each([
    [{}, { 'Questions.p': 'Enter the membership number and the last name.' }],
    [{ p: named('10 001') }, {}],
    [
      { p: named('10001'), s: named('', 'Lee') },
      { 'Questions.s': 'Enter the membership number and the last name.' },
    ],
    [{ p: named('10001'), s: named('10 001') }, { 'Questions.s': 'Name two different members.' }],
    [{ p: named('10002') }, { 'Questions.p': 'Name somebody other than yourself.' }],
  ])('%j: %j', (given, errors) => {
    expect(questionErrors(both, answers(given), '10002')).toEqual(errors)
  })
})

test.each([
  ['Text', 'x'.repeat(201), 'It can have 200 characters at the most.'],
  ['Date', '2026-02-30', 'Enter a date.'],
  ['Signature', '<svg>', 'The signature can’t be read. Clear it, and sign again.'],
] as const)('a %s that is wrong is refused', (kind, value, sentence) => {
  expect(questionErrors([question('q', kind)], answers({ q: value }))).toEqual({ 'Questions.q': sentence })
})

test('answers are told in words', () => {
  const several = question('m', 'ManyChoices', { Options: [option('a'), option('b')] })
  expect(answerInWords(several, answers({ m: ['b', 'a'] }))).toBe('Option a, Option b')
  expect(
    answerInWords(question('p', 'Proposer'), answers({ p: { MembershipNumber: '1', LastName: 'Lee' } })),
  ).toBe('Lee, 1')
})

describe('a form refuses', () => {
  const problems = (given: unknown) => Questions.safeParse(given).error?.issues.map(({ message }) => message)
  test.each([
    ['a choice of nothing', [question('a', 'Choice')], 'Add at least one option.'],
    [
      'a condition on a later question',
      [question('a', 'Text', { ShownWhen: { QuestionId: 'b', Is: ['Yes'] } }), question('b', 'YesNo')],
      'Choose an earlier question with answers to choose from.',
    ],
    [
      'a condition on an answer that there is not',
      [question('a', 'YesNo'), question('b', 'Text', { ShownWhen: { QuestionId: 'a', Is: ['Perhaps'] } })],
      'Choose the answers with which it is asked.',
    ],
    [
      'two proposers',
      [question('a', 'Proposer'), question('b', 'Proposer')],
      'A form asks for one of these.',
    ],
    [
      'two questions of one id',
      [question('a', 'Text'), question('a', 'Text')],
      'This question is there already.',
    ],
  ])('%s', (_, given, sentence) => {
    expect(problems(given)).toEqual([sentence])
  })
})

test('an option is there once: chosen, it would cost twice', () => {
  const twice = question('sport', 'Choice', { Options: [option('bowls', 22), option('bowls', 22)] })
  expect(Questions.safeParse([twice]).error?.issues.map(({ message }) => message)).toEqual([
    'This option is there already.',
  ])
})

test('what is too long to be sent at once is told by the longest that was written', () => {
  const long = ['a', 'b', 'c', 'd', 'e'].map((id) => question(id, 'LongText'))
  const written = (length: number) =>
    answers(Object.fromEntries(long.map(({ Id }, i) => [Id, '茶'.repeat(length + (i === 2 ? 5 : 0))])))
  expect(questionErrors(long, written(1_800))).toEqual({})
  expect(questionErrors(long, written(1_900))).toEqual({
    'Questions.c': 'All answers together are too long. Shorten this one.',
  })
})
