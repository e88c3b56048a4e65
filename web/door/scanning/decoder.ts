import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url'

export { wasmUrl }

// Its own copy: left to itself the library would fetch one from elsewhere.
prepareZXingModule({ overrides: { locateFile: () => wasmUrl } })

/** The text of a barcode in the picture, of any kind that cards carry; null if there is none. */
export async function readCode(picture: ImageData): Promise<string | null> {
  const [found] = await readBarcodes(picture, { tryHarder: true, maxNumberOfSymbols: 1 })
  return found?.text || null
}
