import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { newPassDocument } from '#contract/passes/new-pass.ts'
import type { PassDocument } from '#contract/passes/pass-document.ts'
import { AppleFront } from './apple-pass.tsx'
import { type Editing, EditingContext } from './editing.ts'

const editing: Editing = { selected: null, select() {}, add() {}, move() {} }

function front(barcode: Partial<PassDocument>, isDesigned = false): string {
  const document = { ...newPassDocument('Card'), BarcodeDataLabelFormat: 'No. 12', ...barcode }
  const shown = <AppleFront view={{ document, images: {}, businessName: 'Club' }} />
  return renderToStaticMarkup(<EditingContext value={isDesigned ? editing : null}>{shown}</EditingContext>)
}

const tooShort = { BarcodeType: 'EAN_8', BarcodeDataFormat: '12' } as const
const problem = 'The data must be 8 digits'
const nothing = { BarcodeType: 'QR_CODE', BarcodeDataFormat: '' } as const

test('what can not be drawn as it was designed is a QR code for whoever has the pass, as in their wallet', () => {
  expect(front(tooShort)).not.toContain(problem)
  expect(front(tooShort)).toMatch(/data-shape="square"/)
  expect(front(tooShort)).toContain('No. 12')
})

test('nothing is drawn as nothing', () => {
  expect(front(nothing)).not.toContain('There is no data to draw.')
  expect(front(nothing)).not.toContain('No. 12')
})

test('who designs it is told why', () => {
  expect(front(nothing, true)).toContain('There is no data to draw.')
  const oddCode = { BarcodeType: 'CODE_128', BarcodeDataFormat: 'Zo\u00eb' } as const
  expect(front(oddCode, true)).toContain('Code 128 has letters')
  expect(front(oddCode)).toMatch(/data-shape="square"/)
})
