import { lazy, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { isPassCode } from '#contract/passes/pass-code.ts'
import './base.css'
import { backToCardPath, patronPaths, testPaymentPath } from '#contract/patron-paths.ts'
import { BackToCard } from '#patron/claim/back-to-card.tsx'
import { ClaimPage } from '#patron/claim/claim-page.tsx'
import { ContactChangePage } from '#patron/contact-change/contact-change-page.tsx'
import { FormPage } from '#patron/request/form-page.tsx'
import { Button, NotFound, PatronShell, Waiting } from '#patron/kit/shell.tsx'
import { TestPaymentPage } from '#patron/request/test-payment-page.tsx'
import { Boundary } from '#web/boundary.tsx'

/** The pages for patrons, by how the address begins: a new one is a line here. */
function Page() {
  const { pathname } = location
  if (pathname === testPaymentPath) return <TestPaymentPage />
  if (pathname === backToCardPath) return <BackToCard />
  if (pathname.startsWith(patronPaths.contactChange)) return <ContactChangePage />
  const formId = stepAfter(patronPaths.apply) || stepAfter(patronPaths.renew)
  if (formId) return <FormPage formId={formId} />
  const code = stepAfter(patronPaths.claim)
  return code ? <Claim code={code} /> : <NotFound />
}

/** What comes next in the address, if it begins like this. */
function stepAfter(start: string): string {
  if (!location.pathname.startsWith(start)) return ''
  return decodeURIComponent(location.pathname.slice(start.length).replace(/\/.*/, ''))
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

function Broken() {
  return (
    <PatronShell title="Something went wrong">
      <Button onPress={() => location.reload()}>Load the page anew</Button>
    </PatronShell>
  )
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Boundary fallback={<Broken />}>
        <Page />
      </Boundary>
    </StrictMode>,
  )
