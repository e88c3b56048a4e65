import '#web/zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '#ui/ui-provider.tsx'
import { Gate } from './app/gate.tsx'
import { startBrowserSession } from './platform/session.ts'

void startBrowserSession()

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Gate />
      </UiProvider>
    </StrictMode>,
  )
