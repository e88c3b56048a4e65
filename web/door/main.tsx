import '#web/zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createDesk } from '#door/desk/desk.ts'
import { DoorPage } from './door-page.tsx'
import './base.css'
import './door.css'
import './ways-in.css'
import '#door/scanning/result.css'
import '#door/scanning/last-scans.css'
import { keepOffline } from '#door/desk/keep-offline.ts'
import { kitFor, placeOf } from '#door/desk/place.ts'

const root = document.querySelector('#root')
const place = placeOf(location.pathname)
if (root)
  createRoot(root).render(
    <StrictMode>
      {place ? (
        <DoorPage desk={createDesk(place, kitFor(place))} />
      ) : (
        <main className="message">
          <h1>There is no door here.</h1>
          <p>Open the link of an event, or of a door kit.</p>
        </main>
      )}
    </StrictMode>,
  )
if (place) void keepOffline().catch(() => undefined)
