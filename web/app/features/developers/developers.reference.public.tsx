import reference from "virtual:api-reference";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { SearchInput } from "@timbre/ui/primitives/forms/search-input.tsx";
import { useDeferredValue, useEffect, useState } from "react";
import { ReferenceChevron } from "./components/reference-chevron.tsx";
import { ReferenceDetail, type ReferenceSettings } from "./components/reference-detail.tsx";
import { WebhookEvents } from "./components/webhook-events.tsx";
import type { SampleLanguage } from "./model/code-samples.ts";
import type { Operation, ReferenceGroup } from "./model/reference-model.ts";

/** All API endpoints by group, with their parameters, responses, code examples and a form to try them. */
export function ApiReference({ heading: Heading }: { heading: "h2" | "h3" }) {
	const [search, setSearch] = useState("");
	const [apiKey, setApiKey] = useState("");
	const [language, setLanguage] = useState<SampleLanguage>("curl");
	const [opened, setOpened] = useOpened();
	const [unfolded, setUnfolded] = useState<Readonly<Record<string, boolean>>>({});
	const words = useDeferredValue(search).toLowerCase().split(/\s+/).filter(Boolean);
	const groups = reference
		.map((group) => ({ ...group, operations: group.operations.filter((operation) => matches(operation, words)) }))
		.filter((group) => group.operations.length > 0);
	const found = groups.reduce((sum, group) => sum + group.operations.length, 0);
	const isOpen = ({ area, operations }: ReferenceGroup) =>
		words.length > 0 || (unfolded[area] ?? (area === "speech" || operations.some(({ id }) => id === opened)));
	const settings = { apiKey, onApiKey: setApiKey, language, onLanguage: setLanguage };
	return (
		<div className="flex flex-col gap-4">
			<div className="mb-2">
				<SearchInput label="Search endpoints" value={search} onChange={(event) => setSearch(event.target.value)} />
				<p role="status" className="mt-2 text-[13px] text-muted">
					{found === 1 ? "1 endpoint" : `${found} endpoints`}
				</p>
			</div>
			{groups.map((group) => (
				<section key={group.area} aria-label={group.name} className="rounded-card border border-line bg-raised">
					<Heading>
						<button
							type="button"
							aria-expanded={isOpen(group)}
							aria-controls={`${group.area}-endpoints`}
							disabled={words.length > 0}
							onClick={() => setUnfolded({ ...unfolded, [group.area]: !isOpen(group) })}
							className="flex w-full items-center gap-3 rounded-card px-4 py-3 text-left font-semibold text-[15px] transition-colors enabled:hover:bg-hover"
						>
							<ReferenceChevron open={isOpen(group)} />
							<span className="flex-1">{group.name}</span>
							<span className="font-normal text-[13px] text-muted tabular-nums">{group.operations.length}</span>
						</button>
					</Heading>
					<ul id={`${group.area}-endpoints`} hidden={!isOpen(group)} className="border-line border-t">
						{group.operations.map((operation) => (
							<OperationRow
								key={operation.id}
								area={group.area}
								operation={operation}
								open={opened === operation.id}
								onToggle={(open) => setOpened(open ? operation.id : undefined)}
								settings={settings}
							/>
						))}
					</ul>
				</section>
			))}
			<WebhookEvents heading={Heading} words={words} opened={opened} onOpen={setOpened} />
		</div>
	);
}

const matches = ({ path, summary, id, method }: Operation, words: readonly string[]) => {
	const text = `${method} ${path} ${summary} ${id}`.toLowerCase();
	return words.every((word) => text.includes(word));
};

/** The open endpoint is in the URL hash, so it can be linked to. */
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
	area: string;
	operation: Operation;
	open: boolean;
	onToggle: (open: boolean) => void;
	settings: ReferenceSettings;
};

function OperationRow({ area, operation, open, onToggle, settings }: OperationRowProps) {
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
				<ReferenceChevron open={open} />
				<span className="min-w-0 flex-1">
					<span className="block font-medium text-sm leading-5">{summary}</span>
					<span className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1">
						<Badge tone={methodTones[method as keyof typeof methodTones]} className="font-mono">
							{method}
						</Badge>
						<span className="break-all font-mono text-[13px] text-muted leading-5">{path}</span>
					</span>
				</span>
			</button>
			<div id={`${id}-detail`}>
				{open ? (
					<div className="border-line border-t px-4 py-5 text-sm leading-5">
						<ReferenceDetail area={area} operation={operation} settings={settings} />
					</div>
				) : null}
			</div>
		</li>
	);
}
