import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/field.tsx";
import { Input } from "@timbre/ui/primitives/input.tsx";
import { Textarea } from "@timbre/ui/primitives/textarea.tsx";
import { type FormEvent, useEffect, useState } from "react";
import type { Operation } from "./reference-model.ts";
import { type Answer, curlOf, type Filled, fetchAnswer } from "./try-it-call.ts";

type TryItProps = { operation: Operation; apiKey: string; onApiKey: (key: string) => void };

/** Makes the call from this page, with a key that stays in its memory and is sent nowhere else. */
export function TryIt({ operation, apiKey, onApiKey }: TryItProps) {
	const [values, setValues] = useState<Record<string, string>>({});
	const [body, setBody] = useState(() => JSON.stringify(operation.sample, undefined, 2));
	const [answer, setAnswer] = useState<Answer>();
	const [busy, setBusy] = useState(false);
	const parameters = operation.fields.filter(({ where }) => where === "path" || where === "query");
	const filled: Filled = { values, body: operation.body === "json" ? body : undefined, apiKey };
	useEffect(() => () => release(answer), [answer]);
	const send = async (event: FormEvent) => {
		event.preventDefault();
		setBusy(true);
		setAnswer(await fetchAnswer(operation, filled));
		setBusy(false);
	};
	if (operation.body === "form")
		return (
			<p className="text-[13px] text-muted">This call sends a file, as multipart/form-data; make it from a program.</p>
		);
	return (
		<div className="flex flex-col gap-4">
			<form method="post" noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
				{operation.permission === undefined ? null : (
					<Field label="API key" hint="Kept by this page only while it is open, and sent to this server alone.">
						{(control) => (
							<Input
								type="password"
								autoComplete="off"
								spellCheck={false}
								className="font-mono text-[13px]"
								{...control}
								value={apiKey}
								onChange={(event) => onApiKey(event.target.value)}
							/>
						)}
					</Field>
				)}
				{parameters.length > 0 ? (
					<div className="grid gap-4 sm:grid-cols-2">
						{parameters.map(({ name, type, required }) => (
							<Field key={name} label={required ? name : `${name} (optional)`}>
								{(control) => (
									<Input
										autoComplete="off"
										placeholder={type.length > 40 ? "" : type}
										{...control}
										value={values[name] ?? ""}
										onChange={(event) => setValues({ ...values, [name]: event.target.value })}
									/>
								)}
							</Field>
						))}
					</div>
				) : null}
				{operation.body === "json" ? (
					<Field label="Body">
						{(control) => (
							<Textarea
								rows={Math.min(12, body.split("\n").length + 1)}
								spellCheck={false}
								className="font-mono text-[13px] leading-5"
								{...control}
								value={body}
								onChange={(event) => setBody(event.target.value)}
							/>
						)}
					</Field>
				) : null}
				<Button type="submit" variant="primary" size="small" busy={busy} className="self-start">
					Send
				</Button>
			</form>
			<div aria-live="polite">{answer ? <ShownAnswer answer={answer} /> : null}</div>
			<div>
				<p className="mb-1.5 font-medium text-[13px]">From a shell</p>
				<pre className="whitespace-pre-wrap break-all rounded-control border border-line bg-surface p-3 font-mono text-xs leading-5">
					{curlOf(operation, filled)}
				</pre>
			</div>
		</div>
	);
}

function release(answer: Answer | undefined): void {
	if (answer?.file) URL.revokeObjectURL(answer.file.url);
}

function ShownAnswer({ answer }: { answer: Answer }) {
	if (answer.failure !== undefined)
		return (
			<p role="alert" className="text-[13px] text-danger">
				{answer.failure}
			</p>
		);
	const { status, milliseconds, text, file } = answer;
	return (
		<div className="flex flex-col gap-2">
			<p className="text-[13px] tabular-nums">
				<span className={status < 400 ? "font-medium text-positive" : "font-medium text-danger"}>{status}</span>
				<span className="text-muted">
					{" in "}
					{Math.round(milliseconds)} ms{answer.requestId ? `, request ${answer.requestId}` : ""}
				</span>
			</p>
			{file?.type.startsWith("audio/") ? (
				// biome-ignore lint/a11y/useMediaCaption: it is the text that was sent
				<audio controls src={file.url} className="w-full" />
			) : null}
			{file ? (
				<a href={file.url} download={file.name} className="self-start text-[13px] underline underline-offset-2">
					Save {file.name}
				</a>
			) : null}
			{text === undefined ? null : (
				<Textarea
					readOnly
					aria-label="Answer"
					rows={Math.min(16, text.split("\n").length)}
					spellCheck={false}
					className="min-h-0 font-mono text-xs leading-5"
					value={text}
				/>
			)}
		</div>
	);
}
