import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { WorkingButton } from './working-button.tsx'

const buttonIn = (whyNot: string | null, isWorking = false) =>
  /<button[^>]*>/.exec(
    renderToStaticMarkup(
      <MantineProvider>
        <WorkingButton isWorking={isWorking} whyNot={whyNot}>
          Save
        </WorkingButton>
      </MantineProvider>,
    ),
  )![0]

test('what can’t be pressed says why, to the mouse and to those who listen, and can be come to', () => {
  const button = buttonIn('Nothing has changed yet.')
  expect(button).toContain('aria-disabled="true"')
  expect(button).toContain('title="Nothing has changed yet."')
  expect(button).toContain('aria-description="Nothing has changed yet."')
  expect(button).not.toMatch(/ disabled=/)
})

test('what can be pressed says nothing', () => {
  expect(buttonIn(null)).not.toMatch(/aria-disabled|aria-description|title=/)
})

test('what is at work can’t be pressed, and needs no reason', () => {
  expect(buttonIn(null, true)).toContain('aria-disabled="true"')
  expect(buttonIn(null, true)).not.toContain('title=')
})
