export { findForm, findOpenForm, type Form, formsGiving, openForms, readForm } from './form-record.ts'
export {
  createRequestForm,
  getRequestForm,
  listFormSummaries,
  listRequestForms,
  updateRequestForm,
} from './forms.ts'
export { businessOf, closedVenueOf, getPublicForm, requireOpenForm, typeName } from './public-forms.ts'
export { chargedForm, withTermOf } from './type-terms.ts'
