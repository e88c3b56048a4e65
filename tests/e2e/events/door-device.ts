import type { Page } from '@playwright/test'

// What the device was told: its lamp, which of its cameras, how to shake, the notes to play, and what to do with its screen.
type Told = { torch: unknown[]; cameras: unknown[]; shakes: unknown[]; notes: unknown[]; screen: unknown[] }

/** Gives the device a lamp, a second camera and something to shake, and writes down what it is told. */
export async function equip(page: Page) {
  await page.addInitScript(() => {
    const told: Told = { torch: [], cameras: [], shakes: [], notes: [], screen: [] }
    Object.assign(window, { told })
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
    MediaStreamTrack.prototype.applyConstraints = async (constraints) =>
      void told.torch.push(constraints?.advanced?.[0])
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = (wanted) => {
      const { deviceId, ...video } = Object(wanted?.video)
      told.cameras.push(deviceId?.exact ?? video.facingMode)
      return open({ video })
    }
    const list = mediaDevices.enumerateDevices.bind(mediaDevices)
    const second = { kind: 'videoinput', deviceId: 'front', label: 'Front camera' } as MediaDeviceInfo
    mediaDevices.enumerateDevices = async () => [...(await list()), second]
    const wakeLock = {
      request: async (kind: string) => {
        told.screen.push(kind)
        return { release: async () => undefined }
      },
    }
    Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
    Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: true })
    Element.prototype.requestFullscreen = async () => void told.screen.push('full')
    navigator.vibrate = (shakes) => told.shakes.push(shakes) > 0
    window.OscillatorNode = new Proxy(OscillatorNode, {
      construct(Note, [audio, options]) {
        told.notes.push(options.frequency)
        return new Note(audio, options)
      },
    })
  })
}

/** What the device has been told so far. */
export const toldOf = (page: Page) => page.evaluate(() => (window as unknown as { told: Told }).told)

/** Types a number where nothing can be scanned. */
export async function type(page: Page, code: string) {
  await page.getByLabel('Number or name').fill(code)
  await page.getByRole('button', { name: 'Check in' }).click()
}

/** Types as a scanner does, which is faster than keys can be pressed here while the machine is busy. */
export const typeAsScanner = (page: Page, code: string, into = 'body') =>
  page.locator(into).evaluate(
    (element, keys) => {
      for (const key of keys) element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    },
    [...code, 'Enter'],
  )

/** What the device has kept to hash codes with, of the door that it was at first. */
export const keptKey = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ type: string; extractable: boolean; usages: string[] }>((resolve, reject) => {
        const opening = indexedDB.open('hub-door')
        opening.addEventListener('success', () => {
          const asking = opening.result.transaction('doors').objectStore('doors').getAll()
          asking.addEventListener('success', () => {
            const [{ codeKey }] = asking.result as [{ codeKey: CryptoKey }]
            resolve({ type: codeKey.type, extractable: codeKey.extractable, usages: codeKey.usages })
          })
          asking.addEventListener('error', () => reject(new Error('Nothing was kept.')))
        })
      }),
  )
