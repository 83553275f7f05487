import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type FormField, type FormName, formFields } from "../model/form-fields.ts";
import { type FormResult, type FormTicket, fetchTicket, fieldError, formValues, sendForm } from "../model/send-form.ts";

type SiteFormProps = { form: FormName; label: string; submit: string; received: string };

const control =
	"w-full rounded-control border border-control bg-raised px-3 text-base text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger";

/** A public form. Without JavaScript it posts natively, and the page it returns to shows the result. */
export function SiteForm({ form, label, submit, received }: SiteFormProps) {
	const fields = formFields[form];
	const [errors, setErrors] = useState<Record<string, string>>({});
	const [result, setResult] = useState<FormResult | undefined>();
	const [busy, setBusy] = useState(false);
	// Use our own inline errors once hydrated, and the browser's messages before that.
	const [live, setLive] = useState(false);
	const ticket = useRef<Promise<FormTicket>>(undefined);
	useEffect(() => setLive(true), []);

	const touch = () => {
		ticket.current ??= fetchTicket().catch((error: unknown) => {
			ticket.current = undefined;
			throw error;
		});
		ticket.current.catch(() => undefined);
	};
	const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault();
		if (busy) return;
		const element = event.currentTarget;
		const found = findErrors(element, fields);
		setErrors(found);
		setResult(undefined);
		if (focusFirst(element, fields, found)) return;
		setBusy(true);
		touch();
		const outcome = await sendForm(form, formValues(element, fields), ticket.current);
		setBusy(false);
		// A ticket is valid for one message.
		if (outcome.state !== "failed") ticket.current = undefined;
		if (outcome.state === "invalid") {
			setErrors(outcome.fields);
			if (!focusFirst(element, fields, outcome.fields))
				setResult({ state: "failed", message: "The server rejected the form. Check your entries and try again." });
			return;
		}
		setResult(outcome);
	};

	if (result?.state === "sent" || result?.state === "stored")
		return <Received stored={result.state === "stored"} received={received} onAnother={() => setResult(undefined)} />;
	return (
		<>
			<Posted received={received} />
			<form
				method="post"
				action={`/forms/${form}`}
				aria-label={label}
				noValidate={live}
				onFocus={touch}
				onSubmit={onSubmit}
				className="flex max-w-xl flex-col gap-6"
			>
				{fields.map((field) => (
					<Control
						key={field.name}
						field={field}
						error={errors[field.name]}
						onFixed={() => setErrors(({ [field.name]: _, ...rest }) => rest)}
					/>
				))}
				<Honeypot />
				<p role="alert" className="text-danger empty:hidden">
					{result?.state === "failed" ? result.message : null}
				</p>
				<div className="flex flex-wrap items-center gap-4">
					<button
						type="submit"
						aria-disabled={busy || undefined}
						className="inline-flex h-11 items-center justify-center rounded-control bg-ink px-5 font-medium text-[15px] text-on-ink transition-colors hover:bg-ink-hover aria-disabled:opacity-60"
					>
						{submit}
					</button>
					<p role="status" className="text-muted text-sm">
						{busy ? "Sending…" : ""}
					</p>
				</div>
			</form>
		</>
	);
}

type ControlProps = { field: FormField; error: string | undefined; onFixed: () => void };

function Control({ field, error, onFixed }: ControlProps) {
	const id = useId();
	const { kind, label, hint, optional = false } = field;
	const describedBy = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
	const shared = {
		id,
		name: field.name,
		required: !optional,
		autoComplete: field.autoComplete,
		"aria-invalid": error ? (true as const) : undefined,
		"aria-describedby": describedBy,
		onInput: error ? onFixed : undefined,
	};
	const below = error ? (
		<p id={`${id}-error`} role="alert" className="mt-1.5 text-danger text-sm">
			{error}
		</p>
	) : hint ? (
		<p id={`${id}-hint`} className="mt-1.5 text-muted text-sm">
			{hint}
		</p>
	) : null;
	if (kind === "checkbox")
		return (
			<div>
				<div className="flex items-start gap-3">
					<input {...shared} type="checkbox" value="true" className="mt-1 size-[18px] shrink-0 accent-ink" />
					<label htmlFor={id} className="text-[15px] leading-6">
						{label}
					</label>
				</div>
				{below}
			</div>
		);
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium text-[15px] leading-6">
				{label}
				{optional ? <span className="font-normal text-muted"> (optional)</span> : null}
			</label>
			{kind === "textarea" ? (
				<textarea
					{...shared}
					rows={6}
					minLength={field.minLength}
					maxLength={field.maxLength}
					className={`${control} block min-h-36 resize-y py-2`}
				/>
			) : kind === "select" ? (
				<select {...shared} defaultValue="" className={`${control} h-11`}>
					<option value="">{optional ? "No answer" : "Choose an option"}</option>
					{field.options?.map(({ value, label: text }) => (
						<option key={value} value={value}>
							{text}
						</option>
					))}
				</select>
			) : (
				<input
					{...shared}
					type={kind}
					maxLength={field.maxLength}
					{...(kind === "number" ? { min: 0, step: 1, inputMode: "numeric" as const } : {})}
					className={`${control} h-11`}
				/>
			)}
			{below}
		</div>
	);
}

/** Honeypot: bots fill it in, people never see it. */
function Honeypot() {
	return (
		<div aria-hidden="true" className="-left-[9999px] absolute size-px overflow-hidden">
			<label>
				Fax
				<input type="text" name="fax" tabIndex={-1} autoComplete="off" defaultValue="" />
			</label>
		</div>
	);
}

const storedText =
	"Your message is saved for the operator of this server. Email is not set up here, so they will see it the next time they check.";

/** Result of a native post: the server redirects back with one of these ids as the URL fragment. */
function Posted({ received }: { received: string }) {
	const box = "mb-8 hidden max-w-xl rounded-card border px-5 py-4 target:block";
	return (
		<>
			<p id="sent" className={`${box} border-positive`}>
				{received}
			</p>
			<p id="kept" className={`${box} border-line`}>
				{storedText}
			</p>
			<p id="not-sent" className={`${box} border-danger`}>
				Couldn't send your message. A field is missing or invalid, or too many messages came from your IP address.
				Nothing was saved.
			</p>
		</>
	);
}

type ReceivedProps = { stored: boolean; received: string; onAnother: () => void };

function Received({ stored, received, onAnother }: ReceivedProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	// Move focus here from the form that this replaces.
	useEffect(() => heading.current?.focus(), []);
	return (
		<div role="status" className="max-w-xl rounded-card border border-line bg-raised px-6 py-6">
			<h3 ref={heading} tabIndex={-1} className="font-serif text-2xl leading-8 outline-none">
				{stored ? "Message saved" : "Message sent"}
			</h3>
			<p className="mt-2 text-muted">{stored ? storedText : received}</p>
			<button
				type="button"
				onClick={onAnother}
				className="mt-5 inline-flex h-10 items-center rounded-control border border-line px-4 font-medium text-sm hover:bg-hover"
			>
				Send another message
			</button>
		</div>
	);
}

type FieldErrors = Record<string, string>;

function controlOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
	const found = form.elements.namedItem(name);
	return found instanceof HTMLElement ? (found as HTMLInputElement) : undefined;
}

function findErrors(form: HTMLFormElement, fields: readonly FormField[]): FieldErrors {
	const errors: FieldErrors = {};
	for (const field of fields) {
		const control = controlOf(form, field.name);
		const error = control && fieldError(control, field);
		if (error) errors[field.name] = error;
	}
	return errors;
}

function focusFirst(form: HTMLFormElement, fields: readonly FormField[], errors: FieldErrors): boolean {
	const first = fields.find(({ name }) => errors[name]);
	if (!first) return false;
	controlOf(form, first.name)?.focus();
	return true;
}
