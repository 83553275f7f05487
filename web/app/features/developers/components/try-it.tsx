import { Button } from "@timbre/ui/primitives/button.tsx";
import { Field } from "@timbre/ui/primitives/forms/field.tsx";
import { Input } from "@timbre/ui/primitives/forms/input.tsx";
import { Textarea } from "@timbre/ui/primitives/forms/textarea.tsx";
import { type FormEvent, useEffect, useState } from "react";
import type { Operation, OperationDetail } from "../model/reference-model.ts";
import { type RequestInput, sendRequest, type TryItResult } from "../model/try-it-request.ts";

type TryItProps = { operation: Operation & OperationDetail; apiKey: string; onApiKey: (key: string) => void };

/** Sends the request from this page. The key stays in memory and is sent only to this server. */
export function TryIt({ operation, apiKey, onApiKey }: TryItProps) {
	const [values, setValues] = useState<Record<string, string>>({});
	const [body, setBody] = useState(() => JSON.stringify(operation.sample, undefined, 2));
	const [result, setResult] = useState<TryItResult>();
	const [busy, setBusy] = useState(false);
	const parameters = operation.fields.filter(({ where }) => where === "path" || where === "query");
	const input: RequestInput = { values, body: operation.body === "json" ? body : undefined, apiKey };
	useEffect(() => () => release(result), [result]);
	const send = async (event: FormEvent) => {
		event.preventDefault();
		setBusy(true);
		setResult(await sendRequest(operation, input));
		setBusy(false);
	};
	if (operation.body === "form")
		return (
			<p className="text-[13px] text-muted">
				This endpoint takes a file (multipart/form-data). Call it from your own code.
			</p>
		);
	return (
		<div className="flex flex-col gap-4">
			<form method="post" noValidate onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
				{operation.permission === undefined ? null : (
					<Field label="API key" hint="Only stored while this page is open, and only sent to this server.">
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
					Send request
				</Button>
			</form>
			<div aria-live="polite">{result ? <ResultView result={result} /> : null}</div>
		</div>
	);
}

function release(result: TryItResult | undefined): void {
	if (result?.file) URL.revokeObjectURL(result.file.url);
}

function ResultView({ result }: { result: TryItResult }) {
	if (result.failure !== undefined)
		return (
			<p role="alert" className="text-[13px] text-danger">
				{result.failure}
			</p>
		);
	const { status, milliseconds, text, file } = result;
	return (
		<div className="flex flex-col gap-2">
			<p className="text-[13px] tabular-nums">
				<span className={status < 400 ? "font-medium text-positive" : "font-medium text-danger"}>{status}</span>
				<span className="text-muted">
					{" in "}
					{Math.round(milliseconds)} ms{result.requestId ? `, request ${result.requestId}` : ""}
				</span>
			</p>
			{file?.type.startsWith("audio/") ? (
				// biome-ignore lint/a11y/useMediaCaption: the text is the request itself
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
					aria-label="Response"
					rows={Math.min(16, text.split("\n").length)}
					spellCheck={false}
					className="min-h-0 font-mono text-xs leading-5"
					value={text}
				/>
			)}
		</div>
	);
}
