import { act, createElement } from 'react'
import type { Root } from 'react-dom/client'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { SubmitResult, ZodForm } from './zod-form.ts'

// In no browser: React asks no more than this of a page to run what shows nothing.
const page = vi.hoisted(() => {
  const nothing = () => undefined
  const document = { addEventListener: nothing, nodeType: 9, body: null, activeElement: null }
  const listeners = { addEventListener: nothing, removeEventListener: nothing }
  vi.stubGlobal('window', { ...listeners, document, event: undefined, HTMLIFrameElement: Object })
  vi.stubGlobal('document', document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  return {
    ...listeners,
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    ownerDocument: document,
    textContent: '',
  }
})
const { createRoot } = await import('react-dom/client')
const { focusFirstWrongField, takeOverSaved, useZodForm } = await import('./zod-form.ts')
afterAll(() => vi.unstubAllGlobals())

const Venue = z.object({
  Name: z.string().trim().min(1, 'Name is required.'),
  Email: z.string().regex(/@|^$/, 'An address has an @.'),
})
type Values = z.input<typeof Venue>
const filled: Values = { Name: 'Bar', Email: '' }

let root: Root | undefined
afterEach(() => act(() => root?.unmount()))

/** A form of a venue as a page has it. */
function open(given: Partial<Parameters<typeof useZodForm<Values, z.output<typeof Venue>>>[0]> = {}) {
  const sent: z.output<typeof Venue>[] = []
  const answers: ((result: SubmitResult) => void)[] = []
  const focused: string[] = []
  let now: ZodForm<Values> | undefined
  const onSubmit = (output: z.output<typeof Venue>) => {
    sent.push(output)
    return new Promise<SubmitResult>((resolve) => answers.push(resolve))
  }
  const shown = () => now!
  const field = (name: keyof Values) => ({
    checkVisibility: () => true,
    focus: () => focused.push(name),
  })
  const element = {
    querySelectorAll: () => (Object.keys(shown().form.errors) as (keyof Values)[]).map(field),
  }
  function Probe() {
    now = useZodForm({ schema: Venue, initialValues: filled, onSubmit, ...given })
    return null
  }
  root = createRoot(page as unknown as Element)
  act(() => root!.render(createElement(Probe)))
  return {
    shown,
    sent,
    focused,
    type: (name: keyof Values, value: string) => act(() => shown().form.setFieldValue(name, value)),
    leave: (name: keyof Values) =>
      act(() => {
        shown().form.getInputProps(name).onBlur()
      }),
    /** Presses ‘Save’, and tells what came of it once that is known. */
    press: () => {
      let outcome: Promise<boolean> | undefined
      act(() => {
        const event = { preventDefault: () => undefined, currentTarget: element }
        outcome = shown().submit(event as unknown as Parameters<ZodForm<Values>['submit']>[0])
      })
      return outcome!
    },
    answer: (result: SubmitResult) => act(async () => answers.shift()!(result)),
  }
}

describe('a form', () => {
  test('sends what the schema made of its values, and says that it is saved', async () => {
    const { shown, sent, type, press, answer } = open()
    type('Name', ' Bistro ')
    const outcome = press()
    expect(sent).toEqual([{ Name: 'Bistro', Email: '' }])
    expect(shown()).toMatchObject({ isSubmitting: true, isSaved: false })
    await answer({ ok: true })
    expect(await outcome).toBe(true)
    expect(shown()).toMatchObject({ isSubmitting: false, isSaved: true, failure: null })
  })

  test('sends nothing that is wrong: each field says what is, and the first has the focus', async () => {
    const onWrong = vi.fn<(fields: string[]) => void>()
    const { shown, sent, focused, type, press } = open({ onWrong })
    type('Name', ' ')
    type('Email', 'anna')
    expect(await press()).toBe(false)
    expect(sent).toEqual([])
    expect(shown().form.errors).toEqual({ Name: 'Name is required.', Email: 'An address has an @.' })
    expect(onWrong).toHaveBeenCalledWith(['Name', 'Email'])
    expect(focused).toEqual(['Name'])
    expect(shown().isSubmitting).toBe(false)
  })

  test('is sent once, however often it is pressed meanwhile, and again when that was answered', async () => {
    const { sent, press, answer } = open()
    const first = press()
    expect(await press()).toBe(false)
    expect(sent).toHaveLength(1)
    await answer({ ok: true })
    expect(await first).toBe(true)
    void press()
    expect(sent).toHaveLength(2)
    await answer({ ok: true })
  })

  test('shows a refusal at the fields that it is about, and says it where it is about none', async () => {
    const { shown, focused, press, answer } = open()
    const first = press()
    await answer({ ok: false, message: 'Invalid.', errors: { Email: 'Somebody has it.' } })
    expect(await first).toBe(false)
    expect(shown()).toMatchObject({ failure: null, isSaved: false, isSubmitting: false })
    expect(shown().form.errors).toEqual({ Email: 'Somebody has it.' })
    expect(focused).toEqual(['Email'])
    const second = press()
    expect(shown().failure).toBeNull()
    await answer({ ok: false, message: 'Not now.' })
    expect(await second).toBe(false)
    expect(shown().failure).toBe('Not now.')
  })

  test('can be sent again after what sends it broke', async () => {
    const { shown, press } = open({ onSubmit: () => Promise.reject(new Error('cut off')) })
    await act(() => expect(press()).rejects.toThrow('cut off'))
    expect(shown().isSubmitting).toBe(false)
    await act(() => expect(press()).rejects.toThrow('cut off'))
  })
})

describe('a field that is left', () => {
  test('is checked if it was changed, and not while it is typed', () => {
    const { shown, type, leave } = open()
    type('Email', 'anna')
    expect(shown().form.errors).toEqual({})
    leave('Name')
    leave('Email')
    expect(shown().form.errors).toEqual({ Email: 'An address has an @.' })
  })

  test('is checked as it was where the form says so', () => {
    const { shown, leave } = open({
      initialValues: { Name: '', Email: '' },
      checksUnchanged: true,
    })
    leave('Name')
    expect(shown().form.errors).toEqual({ Name: 'Name is required.' })
  })

  test('keeps what the server said of it until it changes, though the schema finds it right', async () => {
    const { shown, type, leave, press, answer } = open({ initialValues: { Name: '', Email: '' } })
    type('Name', 'Bar')
    const outcome = press()
    await answer({ ok: false, errors: { Name: 'Taken.' } })
    await outcome
    leave('Name')
    expect(shown().form.errors).toEqual({ Name: 'Taken.' })
    type('Name', 'Bistro')
    leave('Name')
    expect(shown().form.errors).toEqual({})
  })
})

test('a form that checks on change says at once whether it is right', () => {
  const { shown, type } = open({ checksOnChange: true })
  expect(shown().isRight).toBe(true)
  type('Name', '')
  expect(shown().isRight).toBe(false)
  expect(shown().form.errors).toEqual({ Name: 'Name is required.' })
  type('Name', 'Bar')
  expect(shown().isRight).toBe(true)
})

test('what was typed since it was sent stays, and is still to be saved', () => {
  const { shown, type } = open()
  type('Name', 'Bistro')
  const sent = shown().form.getValues()
  type('Email', 'bar@example.com')
  act(() => takeOverSaved(shown().form, sent, { Name: 'The Bistro', Email: '' }))
  expect(shown().form.getValues()).toEqual({ Name: 'The Bistro', Email: 'bar@example.com' })
  expect(shown().form.isDirty('Name')).toBe(false)
  expect(shown().form.isDirty('Email')).toBe(true)
})

test('the focus goes to the first wrong field that is in sight', () => {
  const focused: string[] = []
  const field = (name: string, isInSight: boolean) => ({
    checkVisibility: () => isInSight,
    focus: () => focused.push(name),
  })
  const fields = [field('on another tab', false), field('here', true), field('below', true)]
  focusFirstWrongField({ querySelectorAll: () => fields } as unknown as HTMLElement)
  expect(focused).toEqual(['here'])
})
