import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { type FormField, type FormName, formFields } from "./form-fields.ts";
import { type FormAnswer, type FormTicket, fetchTicket, fieldFault, formValues, sendForm } from "./send-form.ts";

type SiteFormProps = { form: FormName; label: string; submit: string; received: string };

const control =
	"w-full rounded-control border border-control bg-raised px-3 text-base text-ink transition-colors placeholder:text-muted hover:border-ink focus-visible:border-ink focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:border-danger";

/** A form of the public site. Without JavaScript it is posted as it is, and the page it comes back to says how it went. */
export function SiteForm({ form, label, submit, received }: SiteFormProps) {
	const fields = formFields[form];
	const [faults, setFaults] = useState<Record<string, string>>({});
	const [answer, setAnswer] = useState<FormAnswer | undefined>();
	const [busy, setBusy] = useState(false);
	// With a script at hand the faults stand beside the fields; without one the browser's own messages are better than none.
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
		const found = faultsOf(element, fields);
		setFaults(found);
		setAnswer(undefined);
		if (focusFirst(element, fields, found)) return;
		setBusy(true);
		touch();
		const given = await sendForm(form, formValues(element, fields), ticket.current);
		setBusy(false);
		// A ticket is good for one message.
		if (given.state !== "failed") ticket.current = undefined;
		if (given.state === "refused") {
			setFaults(given.fields);
			if (!focusFirst(element, fields, given.fields))
				setAnswer({ state: "failed", message: "The server refused this. Please check what you wrote." });
			return;
		}
		setAnswer(given);
	};

	if (answer?.state === "sent" || answer?.state === "kept")
		return <Received kept={answer.state === "kept"} received={received} onAnother={() => setAnswer(undefined)} />;
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
						fault={faults[field.name]}
						onMended={() => setFaults(({ [field.name]: _, ...rest }) => rest)}
					/>
				))}
				<Trap />
				<p role="alert" className="text-danger empty:hidden">
					{answer?.state === "failed" ? answer.message : null}
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
						{busy ? "Sending …" : ""}
					</p>
				</div>
			</form>
		</>
	);
}

type ControlProps = { field: FormField; fault: string | undefined; onMended: () => void };

function Control({ field, fault, onMended }: ControlProps) {
	const id = useId();
	const { kind, label, hint, optional = false } = field;
	const describedBy = fault ? `${id}-fault` : hint ? `${id}-hint` : undefined;
	const shared = {
		id,
		name: field.name,
		required: !optional,
		autoComplete: field.autoComplete,
		"aria-invalid": fault ? (true as const) : undefined,
		"aria-describedby": describedBy,
		onInput: fault ? onMended : undefined,
	};
	const below = fault ? (
		<p id={`${id}-fault`} role="alert" className="mt-1.5 text-danger text-sm">
			{fault}
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
					<option value="">{optional ? "No answer" : "Please choose"}</option>
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

/** Robots fill in whatever they find; people never see it. */
function Trap() {
	return (
		<div aria-hidden="true" className="-left-[9999px] absolute size-px overflow-hidden">
			<label>
				Fax
				<input type="text" name="fax" tabIndex={-1} autoComplete="off" defaultValue="" />
			</label>
		</div>
	);
}

const keptText =
	"Your message is stored for the operator of this server. No mail is set up here, so nobody is notified: it is read when the operator next looks.";

/** How a post without JavaScript went: the server comes back to the page with one of these names in the address. */
function Posted({ received }: { received: string }) {
	const box = "mb-8 hidden max-w-xl rounded-card border px-5 py-4 target:block";
	return (
		<>
			<p id="sent" className={`${box} border-positive`}>
				{received}
			</p>
			<p id="kept" className={`${box} border-line`}>
				{keptText}
			</p>
			<p id="not-sent" className={`${box} border-danger`}>
				This could not be sent: a field was missing or wrong, or too many messages came from your address. Nothing was
				kept.
			</p>
		</>
	);
}

type ReceivedProps = { kept: boolean; received: string; onAnother: () => void };

function Received({ kept, received, onAnother }: ReceivedProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	// The form it replaces had the focus.
	useEffect(() => heading.current?.focus(), []);
	return (
		<div role="status" className="max-w-xl rounded-card border border-line bg-raised px-6 py-6">
			<h3 ref={heading} tabIndex={-1} className="font-serif text-2xl leading-8 outline-none">
				{kept ? "Kept" : "Sent"}
			</h3>
			<p className="mt-2 text-muted">{kept ? keptText : received}</p>
			<button
				type="button"
				onClick={onAnother}
				className="mt-5 inline-flex h-10 items-center rounded-control border border-line px-4 font-medium text-sm hover:bg-hover"
			>
				Write another
			</button>
		</div>
	);
}

type Faults = Record<string, string>;

function controlOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
	const found = form.elements.namedItem(name);
	return found instanceof HTMLElement ? (found as HTMLInputElement) : undefined;
}

function faultsOf(form: HTMLFormElement, fields: readonly FormField[]): Faults {
	const faults: Faults = {};
	for (const field of fields) {
		const control = controlOf(form, field.name);
		const fault = control && fieldFault(control, field);
		if (fault) faults[field.name] = fault;
	}
	return faults;
}

function focusFirst(form: HTMLFormElement, fields: readonly FormField[], faults: Faults): boolean {
	const first = fields.find(({ name }) => faults[name]);
	if (!first) return false;
	controlOf(form, first.name)?.focus();
	return true;
}
