import { useState } from 'react'
import { Field } from '#patron/kit/fields.tsx'
import type { QuestionProps } from './question-props.ts'
import { contentOf } from './upload-content.ts'

const refused = (message: string) => ({ ok: false as const, message })

async function send<Sent>(file: File, to: (content: string) => Promise<Sent>) {
  const content = await contentOf(file).catch(() => undefined)
  if (content === undefined) return refused('The file could not be read. Choose it again.')
  return content === null ? refused('The file can have 5 MB at the most.') : to(content)
}

const accepted = { File: 'application/pdf,image/jpeg,image/png', Photo: 'image/jpeg,image/png' }

/** A file or a photo: sent as soon as it is chosen, so that nothing is lost on the way. */
export function UploadField(props: QuestionProps) {
  const { calls, secret, files, during, question, value, error, onAnswer } = props
  const [state, setState] = useState<{ name?: string; failure?: string; isBusy?: boolean }>({})
  const isPhoto = question.Kind === 'Photo'
  const name = value
    ? (state.name ?? files.find(({ FileId }) => FileId === value)?.Name ?? 'Your file')
    : null

  async function add(file: File | undefined) {
    if (!file || !secret) return
    setState({ isBusy: true })
    const answer = await during(
      send(file, (content) => calls.addFile(secret, question.Id, file.name, content)),
    )
    if (!answer.ok) return setState({ failure: answer.message })
    setState({ name: answer.data.Name })
    return onAnswer(answer.data.FileId)
  }

  const help = [question.Help, isPhoto ? 'A JPEG or a PNG.' : 'A PDF, a JPEG or a PNG of 5 MB at the most.']
  return (
    <div>
      <Field
        label={question.Label}
        isOptional={!question.IsRequired}
        help={help.filter(Boolean).join(' ')}
        error={state.failure ?? error}
      >
        {(given) => (
          <input
            {...given}
            type="file"
            accept={isPhoto ? accepted.Photo : accepted.File}
            disabled={secret === null}
            // The same file, mended meanwhile, can be chosen again.
            onClick={({ currentTarget }) => {
              currentTarget.value = ''
            }}
            onChange={(event) => void add(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      <p role="status" className="dim">
        {state.isBusy ? 'Adding it…' : name && `Added: ${name}`}
      </p>
    </div>
  )
}
