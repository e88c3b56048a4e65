import { afterEach, expect, test, vi } from 'vitest'
import type { FetchPhoto } from '#door/desk/calls.ts'
import { showPhoto } from './photo.tsx'

type Answer = Awaited<ReturnType<FetchPhoto>>

const refused: Answer = { ok: false, status: 404, message: 'Not found.', code: null, errors: {} }

afterEach(() => void vi.restoreAllMocks())

/** Shows the photo of somebody, whose answer comes when the test says so. */
function shown() {
  const { promise, resolve: answer } = Promise.withResolvers<Answer>()
  const fetchPhoto = vi.fn<FetchPhoto>(() => promise)
  const show = vi.fn<(source: string) => void>()
  const leave = showPhoto({ fetchPhoto }, 'photo-1', show)
  expect(fetchPhoto).toHaveBeenCalledExactlyOnceWith('photo-1')
  const answered = async (given: Answer) => {
    answer(given)
    await promise
  }
  return { answered, show, leave }
}

test('a photo is shown once it is here, and kept no longer than that', async () => {
  const data = new Blob(['Ann'])
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:ann')
  const letGo = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const { answered, show, leave } = shown()
  await answered({ ok: true, data })
  expect(made).toHaveBeenCalledExactlyOnceWith(data)
  expect(show).toHaveBeenCalledExactlyOnceWith('blob:ann')
  expect(letGo).not.toHaveBeenCalled()
  leave()
  expect(letGo).toHaveBeenCalledExactlyOnceWith('blob:ann')
})

test('one that comes after the next card was scanned is not shown', async () => {
  const { answered, show, leave } = shown()
  leave()
  await answered({ ok: true, data: new Blob(['Ann']) })
  expect(show).not.toHaveBeenCalled()
})

test('without a photo, or a connection, nothing is', async () => {
  const { answered, show } = shown()
  await answered(refused)
  expect(show).not.toHaveBeenCalled()
})
