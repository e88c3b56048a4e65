/** The import that a job is to work on. */
export type ImportJob = { readonly businessId: string; readonly importId: string }
