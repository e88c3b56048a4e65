import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shownText } from './shown.tsx'

const markup = (text: string | null) =>
  renderToStaticMarkup(shownText(text)).replaceAll(/<span class="[^"]*endless[^"]*">/g, '<span>')

test('nothing is a dash, and what people usually write is left alone', () => {
  expect(markup(null)).toBe('-')
  expect(markup('Amelia Featherstonehaugh')).toBe('Amelia Featherstonehaugh')
})

test('an e-mail address may break after its signs', () => {
  expect(markup('christopher.featherstone99@example.com')).toBe(
    '<span>christopher.<wbr/>featherstone99@<wbr/>example.com<wbr/></span>',
  )
})

test('a word longer than any may break anywhere, and keeps its distance from the next', () => {
  const [one, other] = ['W'.repeat(60), 'M'.repeat(60)]
  expect(markup(`${one} ${other}`)).toBe(
    `<span><span>${one}</span><wbr/> <wbr/><span>${other}</span><wbr/></span>`,
  )
})
