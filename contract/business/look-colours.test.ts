import { expect, test } from 'vitest'
import { colourOfHex, contrast } from '#contract/values/colour-values.ts'
import { leastContrast, lookColours, pageBackground } from './look-colours.ts'

const parts = ['00', '33', '66', '99', 'cc', 'ff']
const all = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)))

test('whatever the main colour, all that is written on or with it can be read', () => {
  const unreadable = all.filter((main) => {
    const { bar, onBar, strong, darker, tint } = lookColours(main)
    const pairs = [[onBar, bar], [strong, '#ffffff'], [strong, tint], [darker, '#ffffff']] as const // prettier-ignore
    const isClear = pairs.every(
      ([one, other]) => contrast(colourOfHex(one)!, colourOfHex(other)!) >= leastContrast,
    )
    return !isClear || contrast(colourOfHex(strong)!, pageBackground) < leastContrast
  })
  expect(unreadable).toEqual([])
})

test('a dark colour is used as it is, a light one darkened and written on in black', () => {
  expect(lookColours('#0d5768')).toMatchObject({ bar: '#0d5768', onBar: '#ffffff', strong: '#0d5768' })
  expect(lookColours('#ffdd00')).toMatchObject({ bar: '#ffdd00', onBar: '#000000' })
  expect(lookColours(null)).toEqual(lookColours('#0d5768'))
})
