import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import { cropped, pushed, wholeCrop } from '#features/pass-designer/images/crop.ts'
import { neighboursOf, valueAt, withAdded, withMoved, withoutPart, withValue } from './document-path.ts'
import { changedDraft, documentDraftOf, redone, undone } from './draft.ts'

const document = newPassDocument('Card')
const labels = (of: typeof document) => of.iOSAdditionalFields.map(({ Label }) => Label)

test('typing in one field is undone as one, and done again as one', () => {
  const typed = ['a', 'ab', 'abc'].reduce(
    (draft, text) => changedDraft(draft, text, 'name'),
    documentDraftOf(''),
  )
  const other = changedDraft(typed, 'abc!', 'label')
  expect(undone(other).present).toBe('abc')
  expect(undone(undone(other)).present).toBe('')
  expect(redone(redone(undone(undone(other)))).present).toBe('abc!')
  expect(undone(documentDraftOf('x')).present).toBe('x')
})

test('a change after an undo forgets what was undone, and begins anew', () => {
  const draft = changedDraft(changedDraft(documentDraftOf('a'), 'b', 'name'), 'c', 'label')
  const changedAgain = changedDraft(undone(draft), 'd', 'label')
  expect(redone(changedAgain)).toBe(changedAgain)
  expect(undone(changedAgain).present).toBe('b')
})

test('whatever was done, undone and done again, a step back and forth leads to where one was', () => {
  const step = fc.oneof(
    fc.constantFrom('undo' as const, 'redo' as const),
    fc.record({ text: fc.string(), subject: fc.constantFrom('name', 'label', null) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let draft = documentDraftOf('')
      for (const each of steps) {
        if (each === 'undo') draft = undone(draft)
        else if (each === 'redo') draft = redone(draft)
        else draft = changedDraft(draft, each.text, each.subject)
        if (draft.past.length > 0) expect(redone(undone(draft)).present).toBe(draft.present)
        if (draft.future.length > 0) expect(undone(redone(draft)).present).toBe(draft.present)
      }
      while (draft.past.length > 0) draft = undone(draft)
      expect(draft.present).toBe('')
    }),
  )
})

test('no more than 200 steps are kept, the latest of them', () => {
  let draft = documentDraftOf(-1)
  for (let i = 0; i < 300; i++) draft = changedDraft(draft, i)
  expect(draft.past).toHaveLength(200)
  expect(draft.past[0]).toBe(99)
})

test('a part is changed, added, moved and removed without touching the rest', () => {
  const added = withAdded(document, 'Back')
  expect(added.path).toBe('iOSAdditionalFields.3')
  const named = withValue(added.document, `${added.path}.Label`, 'New')
  expect(labels(named)).toEqual(['Number', 'Level', 'Member since', 'New'])
  expect(labels(withMoved(named, 'iOSAdditionalFields.3', 'iOSAdditionalFields.2')!)).toEqual([
    'Number',
    'Level',
    'New',
    'Member since',
  ])
  expect(labels(withoutPart(named, 'iOSAdditionalFields.0'))).toEqual(['Level', 'Member since', 'New'])
  expect(labels(document)).toEqual(['Number', 'Level', 'Member since'])
  expect(withMoved(named, 'iOSAdditionalFields.0', 'GooglePassMessages.AllMembers.0')).toBeNull()
})

test('a front label leaves its place empty, and can be added again', () => {
  const path = 'GooglePayPassCardFrontLabels.Left'
  const without = withoutPart(document, path)
  expect(valueAt(without, path)).toBeNull()
  expect(valueAt(withAdded(without, path).document, path)).toEqual({ Label: '', Value: '' })
})

test('the neighbours of a field are those of its side', () => {
  const sides = withAdded(document, 'Secondary').document
  expect(neighboursOf(sides, 'iOSAdditionalFields.1')).toEqual({
    before: 'iOSAdditionalFields.0',
    after: 'iOSAdditionalFields.3',
  })
  expect(neighboursOf(sides, 'iOSAdditionalFields.2')).toEqual({ before: null, after: null })
  expect(neighboursOf(sides, 'iOSPrimaryField')).toBeNull()
})

test('a crop fills its frame and never leaves the picture', () => {
  const picture = { width: 400, height: 200 }
  const frame = { width: 100, height: 100 }
  expect(cropped(picture, frame, wholeCrop)).toEqual({ x: 100, y: 0, width: 200, height: 200 })
  const right = pushed(picture, frame, wholeCrop, -5, 5)
  expect(cropped(picture, frame, right)).toEqual({ x: 200, y: 0, width: 200, height: 200 })
  expect(cropped(picture, frame, { ...right, zoom: 2 })).toEqual({ x: 250, y: 50, width: 100, height: 100 })
})
