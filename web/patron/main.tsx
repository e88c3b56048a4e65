import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { isPassCode } from '#contract/passes/pass-code.ts'
import './base.css'
import { backToCardPath } from '#contract/cards/back-to-card.ts'
import { BackToCard } from '#patron/claim/back-to-card.tsx'
import { ClaimPage } from '#patron/claim/claim-page.tsx'
import { ContactChangePage } from '#patron/contact-change/contact-change-page.tsx'
import { FormPage } from '#patron/request/form-page.tsx'
import { NotFound, Waiting } from '#patron/kit/shell.tsx'
import { TestPaymentPage } from '#patron/request/test-payment-page.tsx'

/** The pages for patrons, by the first steps of the address: a new one is a line here. */
function Page() {
  const [, first, id = ''] = location.pathname.split('/')
  if (first === 'apply' && id === 'test-payment') return <TestPaymentPage />
  if ((first === 'apply' || first === 'renew') && id !== '')
    return <FormPage formId={decodeURIComponent(id)} />
  if (location.pathname === backToCardPath) return <BackToCard />
  if (first === 'claim' && id !== '') return <Claim code={decodeURIComponent(id)} />
  if (first === 'contact-change') return <ContactChangePage />
  return <NotFound />
}

// Passes are drawn by more than the other pages need.
const PassPage = lazy(async () => ({ default: (await import('#patron/pass/pass-page.tsx')).PassPage }))

function Claim({ code }: { code: string }) {
  if (!isPassCode(code)) return <ClaimPage code={code} />
  return (
    <Suspense fallback={<Waiting text="One moment…" />}>
      <PassPage code={code} />
    </Suspense>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
