import reference from "virtual:api-reference";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { SearchInput } from "@timbre/ui/primitives/search-input.tsx";
import { ChevronRight } from "lucide-react";
import { useDeferredValue, useEffect, useState } from "react";
import type { Field, Operation } from "./components/reference-model.ts";
import { TryIt } from "./components/try-it.tsx";

/** Every call of the API: what it takes, what it gives, and a form to make it. */
export function ApiReference({ heading: Heading }: { heading: "h2" | "h3" }) {
	const [search, setSearch] = useState("");
	const [apiKey, setApiKey] = useState("");
	const [opened, setOpened] = useOpened();
	const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean);
	const groups = reference
		.map((group) => ({ ...group, operations: group.operations.filter((operation) => matches(operation, words)) }))
		.filter((group) => group.operations.length > 0);
	const found = groups.reduce((sum, group) => sum + group.operations.length, 0);
	return (
		<div className="flex flex-col gap-8">
			<div>
				<SearchInput label="Search the calls" value={search} onChange={(event) => setSearch(event.target.value)} />
				<p role="status" className="mt-2 text-[13px] text-muted">
					{found === 1 ? "1 call" : `${found} calls`}
				</p>
			</div>
			{groups.map((group) => (
				<section key={group.name} aria-label={group.name}>
					<Heading className="mb-2 font-semibold text-[15px]">{group.name}</Heading>
					<ul className="rounded-card border border-line bg-raised">
						{group.operations.map((operation) => (
							<OperationRow
								key={operation.id}
								operation={operation}
								open={opened === operation.id}
								onToggle={(open) => setOpened(open ? operation.id : undefined)}
								apiKey={apiKey}
								onApiKey={setApiKey}
							/>
						))}
					</ul>
				</section>
			))}
		</div>
	);
}

const matches = ({ path, summary, id, method }: Operation, words: readonly string[]) => {
	const text = `${method} ${path} ${summary} ${id}`.toLowerCase();
	return words.every((word) => text.includes(word));
};

/** The open call is in the address, so that it can be linked to. */
function useOpened() {
	const [opened, setOpened] = useState<string>();
	useEffect(() => {
		const read = () => setOpened(decodeURIComponent(window.location.hash.slice(1)) || undefined);
		read();
		window.addEventListener("hashchange", read);
		return () => window.removeEventListener("hashchange", read);
	}, []);
	const open = (id: string | undefined) => {
		setOpened(id);
		window.history.replaceState(window.history.state, "", id === undefined ? window.location.pathname : `#${id}`);
	};
	return [opened, open] as const;
}

const methodTones = { GET: "neutral", POST: "accent", PUT: "accent", PATCH: "accent", DELETE: "danger" } as const;

type OperationRowProps = {
	operation: Operation;
	open: boolean;
	onToggle: (open: boolean) => void;
	apiKey: string;
	onApiKey: (key: string) => void;
};

function OperationRow({ operation, open, onToggle, apiKey, onApiKey }: OperationRowProps) {
	const { id, method, path, summary } = operation;
	return (
		<li id={id} className="scroll-mt-4 border-line border-b last:border-b-0">
			<button
				type="button"
				aria-expanded={open}
				aria-controls={`${id}-detail`}
				onClick={() => onToggle(!open)}
				className="flex w-full items-start gap-3 px-4 py-3 text-left transition-colors hover:bg-hover"
			>
				<ChevronRight
					aria-hidden="true"
					className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : ""}`}
				/>
				<span className="min-w-0 flex-1">
					<span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<Badge tone={methodTones[method as keyof typeof methodTones]} className="font-mono">
							{method}
						</Badge>
						<span className="break-all font-mono text-[13px] leading-5">{path}</span>
					</span>
					<span className="mt-0.5 block text-[13px] text-muted leading-5">{summary}</span>
				</span>
			</button>
			<div id={`${id}-detail`}>
				{open ? (
					<div className="flex flex-col gap-6 border-line border-t px-4 py-5 text-sm leading-5">
						<p className="text-[13px] text-muted">
							{operation.permission === undefined ? (
								"Needs no key."
							) : (
								<>
									Needs the right <code className="font-mono">{operation.permission}</code>.
								</>
							)}
						</p>
						<Fields
							title="In the address"
							fields={operation.fields.filter(({ where }) => where === "path" || where === "query")}
						/>
						<Fields
							title={operation.body === "form" ? "Parts of the form" : "Body"}
							fields={operation.fields.filter(({ where }) => where === "body")}
						/>
						<AnswerFields operation={operation} />
						<Errors operation={operation} />
						<section aria-label={`Try ${method} ${path}`}>
							<p className="mb-3 font-medium">Try it</p>
							<TryIt operation={operation} apiKey={apiKey} onApiKey={onApiKey} />
						</section>
					</div>
				) : null}
			</div>
		</li>
	);
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }) {
	if (fields.length === 0) return null;
	return (
		<div>
			<p className="mb-1.5 font-medium">{title}</p>
			<dl className="divide-y divide-line border-line border-y text-[13px]">
				{fields.map((field) => (
					<div
						key={`${field.where} ${field.name}`}
						className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
					>
						<dt className="break-all font-mono text-xs leading-5">
							{field.name}
							{field.required && field.where !== "answer" ? (
								<span className="ml-2 font-sans text-muted">required</span>
							) : null}
						</dt>
						<dd className="break-words text-muted">{field.type}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}

function AnswerFields({ operation }: { operation: Operation }) {
	const fields = operation.fields.filter(({ where }) => where === "answer");
	if (fields.length > 0) return <Fields title="Answer" fields={fields} />;
	return (
		<p>
			<span className="font-medium">Answer</span>
			<span className="text-muted">: {operation.answer}</span>
		</p>
	);
}

function Errors({ operation }: { operation: Operation }) {
	if (operation.errors.length === 0) return null;
	return (
		<div>
			<p className="mb-1.5 font-medium">Refusals</p>
			<dl className="divide-y divide-line border-line border-y text-[13px]">
				{operation.errors.map(({ status, codes }) => (
					<div key={status} className="grid gap-x-4 py-1.5 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
						<dt className="font-mono text-xs leading-5">{status}</dt>
						<dd className="break-words text-muted">{codes}</dd>
					</div>
				))}
			</dl>
		</div>
	);
}
