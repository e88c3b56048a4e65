import { applicantFields } from '#contract/requests/request-rules.ts'
import buttons from '#patron/kit/button.module.css'
import styles from './check-step.module.css'
import { Tick } from '#patron/kit/fields.tsx'
import { addressLine, marketingWords } from './kept-words.tsx'
import { longDate, TermsBox } from '#patron/kit/shell.tsx'
import { stepsOf, type StepName, type StepProps } from './steps.ts'
import { Summary, type Fact } from '#patron/kit/summary.tsx'
import { answerInWords, shownQuestions } from '#contract/requests/question-rules.ts'
import { PriceTable } from '#patron/request/price-table.tsx'
import { totalOfRequest } from '#patron/request/total.ts'

/** All that was said, once more, and the terms. */
export function CheckStep({ form, answers, errors, change, goTo }: StepProps) {
  const facts = factsOf({ form, answers })
  const parts = stepsOf(form, answers).filter(({ name }) => facts[name].length > 0)
  return (
    <>
      {parts.map(({ name, title }) => (
        <section key={name}>
          <div className={styles.part}>
            <h2>{title}</h2>
            <button
              type="button"
              className={buttons.link}
              aria-label={`Change: ${title}`}
              onClick={() => goTo(name)}
            >
              Change
            </button>
          </div>
          <Summary facts={facts[name]} />
        </section>
      ))}
      {form.Terms !== '' && (
        <section className={styles.terms}>
          <h2>Terms</h2>
          <TermsBox text={form.Terms} />
          <Tick
            label="I accept the terms."
            isTicked={answers.HasAcceptedTerms}
            error={errors.HasAcceptedTerms}
            onChange={(HasAcceptedTerms) => change({ HasAcceptedTerms })}
          />
        </section>
      )}
      <PriceTable lines={totalOfRequest(form, answers).lines} />
    </>
  )
}

/** What was said, by step, in words. */
export function factsOf({ form, answers }: Pick<StepProps, 'form' | 'answers'>): Record<StepName, Fact[]> {
  const { Address } = answers
  const type = form.MembershipTypes.find(({ Key }) => Key === answers.MembershipType)
  const items = form.FeeItems.filter(({ Id }) => answers.FeeItems.includes(Id))
  const named = (options: typeof form.Titles, key: string | null) =>
    options.find(({ Key }) => Key === key)?.Value ?? null
  const said = (facts: readonly (readonly [string, string | null | undefined])[]): Fact[] =>
    facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []))
  return {
    membership: said([
      ['Membership', type?.Description],
      ['With it', items.map(({ Description }) => Description).join(', ')],
    ]),
    person: said([
      [applicantFields.Title, named(form.Titles, answers.Title)],
      ['Name', [answers.FirstName, answers.MiddleName, answers.LastName].filter(Boolean).join(' ')],
      [applicantFields.PreferredName, answers.PreferredName],
      [applicantFields.BirthDate, answers.BirthDate && longDate(answers.BirthDate)],
      [applicantFields.Gender, named(form.Genders, answers.Gender)],
      [applicantFields.Nationality, answers.Nationality],
      [applicantFields.Occupation, answers.Occupation],
    ]),
    contact: said([
      ['Email address', answers.EmailAddress],
      [applicantFields.MobileNumber, answers.MobileNumber],
      [applicantFields.PhoneNumber, answers.PhoneNumber],
      [applicantFields.Address, addressLine(Address)],
      [applicantFields.Marketing, marketingWords(answers)],
    ]),
    questions: said(
      shownQuestions(form.Questions, answers).map((question) => {
        const words = answerInWords(question, answers)
        return [question.Label, words && question.Kind === 'Date' ? longDate(words) : words]
      }),
    ),
    check: [],
  }
}
