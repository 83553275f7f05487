import { useQuery } from "@tanstack/react-query";
import type { ResponseOf } from "@timbre/contract/endpoint.ts";
import type { pronunciationEndpoints } from "@timbre/contract/pronunciation/endpoints.ts";
import { dictionaryForm } from "@timbre/contract/pronunciation/schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@timbre/ui/primitives/tabs.tsx";
import { ArrowLeft, BookA, Download, Pencil } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../lib/api/api-error.ts";
import { NameDialog } from "../../lib/forms/name-dialog.tsx";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { RuleEditor } from "./components/rule-editor.tsx";
import { Versions } from "./components/versions.tsx";
import { defaultsQuery, dictionaryQuery, lexiconUrl, useUpdateDictionary } from "./pronunciation.queries.ts";

export const meta = () => [{ title: "Pronunciation dictionary - Timbre" }];

const listPath = "/app/speech-synthesis/pronunciation";

export default function DictionaryPage() {
	const { dictionaryId = "" } = useParams();
	const found = useQuery(dictionaryQuery(dictionaryId));
	const notFound = found.isError && isApiError(found.error) && [404, 422].includes(found.error.status);
	return (
		<div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 md:px-8 md:pt-10">
			<Link
				to={listPath}
				className="mb-3 inline-flex items-center gap-1.5 rounded-sm text-[13px] text-muted transition-colors hover:text-ink"
			>
				<ArrowLeft aria-hidden="true" className="size-3.5" />
				All dictionaries
			</Link>
			{found.isPending ? <Loading /> : null}
			{notFound ? (
				<>
					<h1 className="sr-only">Dictionary not found</h1>
					<EmptyState
						icon={<BookA aria-hidden="true" />}
						title="Dictionary not found"
						action={
							<Button asChild>
								<Link to={listPath}>View all dictionaries</Link>
							</Button>
						}
					>
						It may belong to another workspace.
					</EmptyState>
				</>
			) : null}
			{found.isError && !notFound ? (
				<>
					<h1 className="sr-only">Pronunciation dictionary</h1>
					<LoadFailure title="Couldn't load the dictionary" query={found} />
				</>
			) : null}
			{found.data ? <Loaded key={found.data.id} dictionary={found.data} /> : null}
		</div>
	);
}

type DictionaryWithRules = ResponseOf<typeof pronunciationEndpoints.getDictionary>;

function Loaded({ dictionary }: { dictionary: DictionaryWithRules }) {
	const readOnly = dictionary.permission_on_resource !== "admin" && dictionary.permission_on_resource !== "editor";
	return (
		<>
			<Heading dictionary={dictionary} readOnly={readOnly} />
			<Tabs defaultValue="rules">
				<TabsList>
					<TabsTrigger value="rules">Rules</TabsTrigger>
					<TabsTrigger value="versions">Versions</TabsTrigger>
				</TabsList>
				{/* Stays mounted while versions are shown, so that unsaved edits are not lost. */}
				<TabsContent value="rules" forceMount className="pt-5 data-[state=inactive]:hidden">
					<RuleEditor dictionary={dictionary} readOnly={readOnly} />
				</TabsContent>
				<TabsContent value="versions" className="pt-5">
					<Versions dictionary={dictionary} readOnly={readOnly} />
				</TabsContent>
			</Tabs>
		</>
	);
}

function Heading({ dictionary, readOnly }: { dictionary: DictionaryWithRules; readOnly: boolean }) {
	const [renaming, setRenaming] = useState(false);
	const update = useUpdateDictionary();
	const { data: defaults = [] } = useQuery(defaultsQuery);
	return (
		<div className="mb-5 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
			<div className="min-w-0">
				<div className="flex flex-wrap items-center gap-2">
					<h1 className="min-w-0 break-words font-semibold text-xl tracking-tight">{dictionary.name}</h1>
					{readOnly ? (
						<Badge>Read only</Badge>
					) : (
						<IconButton label="Rename" size="small" onClick={() => setRenaming(true)}>
							<Pencil aria-hidden="true" />
						</IconButton>
					)}
					{defaults.some((one) => one.pronunciation_dictionary_id === dictionary.id) ? (
						<Badge tone="positive">Default</Badge>
					) : null}
					{dictionary.archived_time_unix === null ? null : <Badge>Archived</Badge>}
				</div>
				{dictionary.description ? <p className="mt-1 max-w-xl text-muted">{dictionary.description}</p> : null}
				<p className="mt-1 break-all font-mono text-muted text-xs">{dictionary.id}</p>
			</div>
			<Button asChild>
				<a href={lexiconUrl(dictionary, dictionary.latest_version_id)} download={`${dictionary.name}.pls`}>
					<Download aria-hidden="true" />
					Export
				</a>
			</Button>
			{renaming ? (
				<NameDialog
					title="Rename dictionary"
					action="Rename"
					schema={dictionaryForm}
					initial={dictionary.name}
					busy={update.isPending}
					save={(name) => update.mutateAsync({ id: dictionary.id, name }).then(() => setRenaming(false))}
					onClose={() => setRenaming(false)}
				/>
			) : null}
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<h1 className="sr-only">Pronunciation dictionary</h1>
			<p className="sr-only">Loading dictionary</p>
			<Skeleton className="h-7 w-56" />
			<Skeleton className="mt-6 h-8" />
			<Skeleton className="mt-6 h-10" />
			<Skeleton className="mt-2 h-10" />
			<Skeleton className="mt-2 h-10" />
		</div>
	);
}
