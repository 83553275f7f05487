import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import type { Dictionary } from "@timbre/contract/pronunciation/endpoints.ts";
import { pronunciationPaths } from "@timbre/contract/pronunciation/paths.ts";
import { dictionaryForm } from "@timbre/contract/pronunciation/schemas.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { BookA, Plus, Upload } from "lucide-react";
import { useId, useState } from "react";
import { useNavigate } from "react-router";
import { call } from "../../lib/api/api.ts";
import { NameDialog } from "../../lib/forms/name-dialog.tsx";
import { showError, toaster } from "../../lib/page/toaster.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { Page } from "../../shell/page/page.tsx";
import { DefaultDictionaries } from "./components/default-dictionaries.tsx";
import { DictionaryRow } from "./components/dictionary-row.tsx";
import { ImportDialog } from "./components/import-dialog.tsx";
import {
	defaultsQuery,
	dictionaryPages,
	dictionaryPath,
	useInvalidate,
	useSetDefaults,
	useUpdateDictionary,
} from "./pronunciation.queries.ts";

export const meta = () => [{ title: "Pronunciation - Timbre" }];

export default function PronunciationPage() {
	const [includeArchived, setIncludeArchived] = useState(false);
	const [open, setOpen] = useState<"none" | "new" | "import">("none");
	const switchId = useId();
	const pages = useInfiniteQuery(dictionaryPages(includeArchived));
	const dictionaries = pages.data?.pages.flatMap((page) => page.pronunciation_dictionaries) ?? [];
	const actions = (
		<div className="flex gap-2">
			<Button onClick={() => setOpen("import")}>
				<Upload aria-hidden="true" />
				Import
			</Button>
			<Button variant="primary" onClick={() => setOpen("new")}>
				<Plus aria-hidden="true" />
				New dictionary
			</Button>
		</div>
	);
	return (
		<Page
			title="Pronunciation"
			description="Define how names, brands and other words are pronounced."
			actions={dictionaries.length > 0 || includeArchived ? actions : null}
			className="max-w-4xl"
		>
			{pages.isPending ? <Loading /> : null}
			{pages.isError ? <LoadFailure title="Couldn't load dictionaries" query={pages} /> : null}
			{pages.isSuccess && dictionaries.length === 0 ? (
				<EmptyState
					icon={<BookA aria-hidden="true" />}
					title="No dictionaries yet"
					action={includeArchived ? null : actions}
				>
					A dictionary defines how names and other words are pronounced. Create one or import a lexicon.
				</EmptyState>
			) : null}
			{dictionaries.length > 0 ? <Dictionaries dictionaries={dictionaries} /> : null}
			{pages.isSuccess ? (
				<div className="mt-5 flex flex-wrap items-center justify-between gap-3">
					<div className="flex items-center gap-2">
						<Switch id={switchId} checked={includeArchived} onCheckedChange={setIncludeArchived} />
						<Label htmlFor={switchId} className="font-normal">
							Show archived
						</Label>
					</div>
					{pages.hasNextPage ? (
						<Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
							Show more
						</Button>
					) : null}
				</div>
			) : null}
			{open === "new" ? <NewDialog onClose={() => setOpen("none")} /> : null}
			{open === "import" ? <ImportDialog onClose={() => setOpen("none")} /> : null}
		</Page>
	);
}

function Dictionaries({ dictionaries }: { dictionaries: Dictionary[] }) {
	const { data: defaults = [] } = useQuery(defaultsQuery);
	const setDefaults = useSetDefaults();
	const [renamed, setRenamed] = useState<Dictionary | null>(null);
	const update = useUpdateDictionary();
	const archive = (dictionary: Dictionary, archived: boolean) =>
		update.mutate(
			{ id: dictionary.id, archived },
			{
				onSuccess: () =>
					toaster.show({
						tone: "positive",
						title: archived ? "Dictionary archived" : "Dictionary restored",
						detail: dictionary.name,
					}),
				onError: (error) => showError("Couldn't update the dictionary", error),
			},
		);
	const names = new Map(dictionaries.map(({ id, name }) => [id, name]));
	return (
		<>
			<DefaultDictionaries locators={defaults} names={names} onChange={setDefaults.mutate} />
			<h2 className="mb-3 font-medium">All dictionaries</h2>
			<ul aria-label="Dictionaries" className="rounded-card border border-line bg-raised">
				{dictionaries.map((dictionary) => (
					<DictionaryRow
						key={dictionary.id}
						dictionary={dictionary}
						isDefault={defaults.some((one) => one.pronunciation_dictionary_id === dictionary.id)}
						onDefaultChange={(on) =>
							setDefaults.mutate([
								...defaults.filter((one) => one.pronunciation_dictionary_id !== dictionary.id),
								...(on ? [{ pronunciation_dictionary_id: dictionary.id, version_id: null }] : []),
							])
						}
						onRename={() => setRenamed(dictionary)}
						onArchive={(archived) => archive(dictionary, archived)}
					/>
				))}
			</ul>
			{renamed ? (
				<NameDialog
					title="Rename dictionary"
					action="Rename"
					schema={dictionaryForm}
					initial={renamed.name}
					busy={update.isPending}
					save={(name) => update.mutateAsync({ id: renamed.id, name }).then(() => setRenamed(null))}
					onClose={() => setRenamed(null)}
				/>
			) : null}
		</>
	);
}

function NewDialog({ onClose }: { onClose: () => void }) {
	const navigate = useNavigate();
	const invalidate = useInvalidate();
	const creating = useMutation({
		mutationFn: (name: string) => call(pronunciationPaths.createFromRules, { body: { name, rules: [] } }),
		onSuccess: async (created) => {
			void invalidate();
			await navigate(dictionaryPath(created.id));
		},
	});
	return (
		<NameDialog
			title="New dictionary"
			description="Use separate dictionaries for different books, clients or languages."
			action="Create dictionary"
			schema={dictionaryForm}
			busy={creating.isPending}
			save={creating.mutateAsync}
			onClose={onClose}
		/>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading dictionaries</p>
			<Skeleton className="h-5 w-36" />
			<Skeleton className="mt-3 h-12" />
			<Skeleton className="mt-8 h-5 w-28" />
			<Skeleton className="mt-3 h-16" />
			<Skeleton className="mt-2 h-16" />
		</div>
	);
}
