import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ClaimPage } from './claim-page.tsx'
import { FormPage } from './form-page.tsx'
import { NotFound } from './shell.tsx'
import './styles.css'
import { TestPaymentPage } from './test-payment-page.tsx'

/** The pages for patrons, by the first steps of the address: a new one is a line here. */
function Page() {
  const [, first, id = ''] = location.pathname.split('/')
  if (first === 'apply' && id === 'test-payment') return <TestPaymentPage />
  if ((first === 'apply' || first === 'renew') && id !== '')
    return <FormPage formId={decodeURIComponent(id)} />
  if (first === 'claim' && id !== '') return <ClaimPage code={decodeURIComponent(id)} />
  return <NotFound />
}

const root = document.querySelector('#root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
