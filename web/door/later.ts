/** What a door fetches after itself: it is small enough to open on any network then. */
export const loadCamera = () => import('#door/scanning/camera-view.tsx')
export const loadSignIn = () => import('#door/sign-in.tsx')
export const loadLetIn = () => import('#door/scanning/let-in-form.tsx')
export const loadPhoto = () => import('#door/scanning/photo.tsx')
export const loadFoundGuests = () => import('#door/scanning/found-guests.tsx')
export const loadListProgress = () => import('#door/list-progress.tsx')
export const loadLastScans = () => import('#door/scanning/last-scans.tsx')
export const loadUndo = () => import('#door/scanning/undo-form.tsx')
export const loadSessions = () => import('#door/screen/session-choice.tsx')
export const loadRollCall = () => import('#door/roll-call/roll-call.tsx')
export const loadRefused = () => import('#door/refused.tsx')
export const loadMemory = () => import('#door/desk/memory-storage.ts')
export const loadSettings = () => import('#door/screen/settings-panel.tsx')
export const loadHandInOthers = () => import('#door/desk/hand-in-others.ts')
export const loadHandIn = () => import('#door/visitors/hand-in.ts')
export const loadVisitorsButton = () => import('#door/visitors/visitors-button.tsx')
export const loadVisitorsScreen = () => import('#door/visitors/visitors-screen.tsx')
export const loadVisitorsLeft = () => import('#door/visitors/waiting-visits.tsx')

/**
 * Fetches all of it at once: it has to be there without a connection, and so has the camera's decoder. Signing in has one,
 * but a door that is open across a release would ask for it by a name that is no more.
 */
export async function loadLater(): Promise<void> {
  const { wasmUrl } = await import('#door/scanning/decoder.ts')
  await Promise.all([
    fetch(wasmUrl),
    loadCamera(),
    loadSignIn(),
    loadLetIn(),
    loadPhoto(),
    loadFoundGuests(),
    loadListProgress(),
    loadLastScans(),
    loadUndo(),
    loadSessions(),
    loadSettings(),
    loadRollCall(),
    loadRefused(),
    loadHandIn(),
    loadHandInOthers(),
    loadVisitorsButton(),
    loadVisitorsScreen(),
  ])
}
