import details from "virtual:api-reference/details";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useEffect, useState } from "react";
import type { SampleLanguage } from "../model/code-samples.ts";
import type { Field, Operation, OperationDetail } from "../model/reference-model.ts";
import { Code, CodeSample } from "./code-sample.tsx";
import { TryIt } from "./try-it.tsx";

export type ReferenceSettings = {
	apiKey: string;
	onApiKey: (key: string) => void;
	language: SampleLanguage;
	onLanguage: (language: SampleLanguage) => void;
};

/** What an operation does, its fields and errors on one side, code and a form to try it on the other. */
export function ReferenceDetail({
	area,
	operation,
	settings,
}: {
	area: string;
	operation: Operation;
	settings: ReferenceSettings;
}) {
	const detail = useDetail(area, operation.id);
	if (detail === "failed") return <p className="text-danger">Couldn't load this endpoint. Reload the page.</p>;
	if (!detail) return <Skeleton className="h-40 w-full" />;
	const of = (...where: Field["where"][]) => detail.fields.filter((field) => where.includes(field.where));
	return (
		<div className="grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
			<div className="flex min-w-0 flex-col gap-6">
				<div className="flex flex-col gap-2">
					<p className="max-w-prose text-[15px] leading-6">{detail.description}</p>
					<p className="text-[13px] text-muted">
						{operation.permission === undefined ? (
							"No API key required."
						) : (
							<>
								Requires the <code className="font-mono">{operation.permission}</code> permission.
							</>
						)}
					</p>
				</div>
				<Fields title="Path parameters" fields={of("path")} />
				<Fields title="Query parameters" fields={of("query")} />
				<Fields title={detail.body === "form" ? "Form fields" : "Body"} fields={of("body")} />
				<Response detail={detail} fields={of("response")} />
				<Errors detail={detail} />
			</div>
			<div className="flex min-w-0 flex-col gap-6">
				<CodeSample
					operation={operation}
					detail={detail}
					language={settings.language}
					onLanguage={settings.onLanguage}
				/>
				{detail.responseSample === undefined ? null : (
					<div>
						<p className="mb-1.5 font-medium">Example response</p>
						<Code label="Example response">{JSON.stringify(detail.responseSample, undefined, 2)}</Code>
					</div>
				)}
				<section aria-label={`Try ${operation.method} ${operation.path}`}>
					<p className="mb-3 font-medium">Try it</p>
					<TryIt operation={{ ...operation, ...detail }} apiKey={settings.apiKey} onApiKey={settings.onApiKey} />
				</section>
			</div>
		</div>
	);
}

function useDetail(area: string, id: string): OperationDetail | "failed" | undefined {
	const [detail, setDetail] = useState<OperationDetail | "failed">();
	useEffect(() => {
		let unmounted = false;
		details[area]?.().then(
			(loaded) => !unmounted && setDetail(loaded.default[id] ?? "failed"),
			() => !unmounted && setDetail("failed"),
		);
		return () => {
			unmounted = true;
		};
	}, [area, id]);
	return detail;
}

export function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
	if (fields.length === 0) return null;
	return (
		<div>
			<p className="mb-1.5 font-medium">{title}</p>
			<dl className="divide-y divide-line border-line border-y text-[13px] leading-5">
				{fields.map((field) => (
					<div key={`${field.where} ${field.name}`} className="py-2.5">
						<dt className="flex flex-wrap items-baseline gap-x-2">
							<code className="break-words font-medium font-mono text-xs leading-5">{field.name}</code>
							<span className="break-words text-muted text-xs leading-5">{field.type}</span>
							{field.required && field.where !== "response" ? (
								<span className="text-muted text-xs leading-5">required</span>
							) : null}
						</dt>
						<dd className="mt-0.5 break-words">
							{field.description}
							{field.example === undefined ? null : (
								<span className="block break-all text-muted">
									Example: <code className="font-mono text-xs">{field.example}</code>
								</span>
							)}
						</dd>
					</div>
				))}
			</dl>
		</div>
	);
}

function Response({ detail, fields }: { detail: OperationDetail; fields: readonly Field[] }) {
	if (fields.length > 0) return <Fields title="Response" fields={fields} />;
	return (
		<p>
			<span className="font-medium">Response</span>
			<span className="text-muted">: {detail.response === "empty" ? "no content" : detail.response}</span>
		</p>
	);
}

function Errors({ detail }: { detail: OperationDetail }) {
	return (
		<div>
			<p className="mb-1.5 font-medium">Errors</p>
			<dl className="divide-y divide-line border-line border-y text-[13px] leading-5">
				{detail.errors.map(({ status, code, text }) => (
					<div key={`${status} ${code}`} className="py-2.5">
						<dt className="flex flex-wrap items-baseline gap-x-2 font-mono text-xs leading-5">
							<span className="text-muted">{status}</span>
							<code className="break-all font-medium">{code || "validation error"}</code>
						</dt>
						<dd className="mt-0.5 break-words">{text}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}
