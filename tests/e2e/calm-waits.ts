import type { Page } from '@playwright/test'

/** What is used here of Playwright’s own: none of it is promised, so all of it may be missing. */
interface Helper {
  ariaSnapshotForExpectFailure?: (...args: unknown[]) => string
}
interface Handle {
  evaluate: (body: (helper: Helper) => void) => Promise<unknown>
}
interface World {
  injectedScript?: () => Promise<Handle>
}
interface Connection {
  toImpl?: (page: Page) => { mainFrame: () => { utilityContext: () => Promise<World> } }
}

const calm = new WeakSet<World>()

/**
 * Whenever an `expect` finds that what it waits for isn’t there yet, Playwright writes the whole page down for the
 * message of a failure: a tenth of the time that pages take. From now on it does so once somebody has waited for long,
 * as all do that fail. Another version may have no such thing: then nothing changes.
 */
export async function calmWaits(page: Page): Promise<void> {
  const connection = Reflect.get(page, '_connection') as Connection | undefined
  const world = await connection?.toImpl?.(page).mainFrame().utilityContext()
  const kind = world && (Object.getPrototypeOf(world) as World)
  const make = kind?.injectedScript
  if (!kind || !make || calm.has(kind)) return
  calm.add(kind)
  const helpers = new WeakMap<World, Promise<Handle>>()
  kind.injectedScript = function injectedScript(this: World) {
    const known = helpers.get(this)
    if (known) return known
    const helper = make.call(this).then(async (handle) => {
      await handle.evaluate(writeLate)
      return handle
    })
    helpers.set(this, helper)
    return helper
  }
}

/** Runs beside the page. Attempts come at least once a second; after a longer pause it is another that waits. */
function writeLate(helper: Helper) {
  const write = helper.ariaSnapshotForExpectFailure
  if (!write) return
  let since = 0
  let last = 0
  helper.ariaSnapshotForExpectFailure = (...args) => {
    const now = performance.now()
    if (now - last > 1_500) since = now
    last = now
    return now - since > 5_000 ? write.apply(helper, args) : ''
  }
}
