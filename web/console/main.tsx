import '#web/zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { UiProvider } from '#ui/ui-provider.tsx'
import { Gate } from './app/gate.tsx'
import { startSession } from './platform/session.ts'

void startSession()

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <UiProvider>
        <Gate />
      </UiProvider>
    </StrictMode>,
  )
