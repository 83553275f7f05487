import { useQuery } from "@tanstack/react-query";
import type { LibraryFacet } from "@timbre/contract/voice-library/endpoints.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { useId, useState } from "react";
import { Link } from "react-router";
import { counted } from "../../lib/text/format.ts";
import { LoadFailure } from "../../shell/page/load-failure.tsx";
import { LibraryFrame } from "./components/library-frame.tsx";
import { libraryFiltersQuery } from "./voice-library.queries.ts";

export const meta = () => [{ title: "Library collections - Timbre" }];

export default function LibraryCollectionsPage() {
	const filters = useQuery(libraryFiltersQuery);
	return (
		<LibraryFrame title="Library collections" description="Browse the library by use case, style, language and accent.">
			{filters.isPending ? <Loading /> : null}
			{filters.isError ? <LoadFailure title="Couldn't load collections" query={filters} /> : null}
			{filters.data?.total === 0 ? (
				<EmptyState title="The library is empty">Shipped and published voices will appear here.</EmptyState>
			) : null}
			{filters.data ? (
				<div className="flex flex-col gap-8">
					<Themes title="Use cases" name="use_case" facets={filters.data.use_cases} />
					<Themes title="Styles" name="search" facets={filters.data.descriptives} />
					<Themes title="Languages" name="language" facets={filters.data.languages} />
					<Themes title="Accents" name="accent" facets={filters.data.accents} />
				</div>
			) : null}
		</LibraryFrame>
	);
}

const maxShown = 12;

/** Links to library searches, most frequent first. The rest show on request. */
function Themes({ title, name, facets }: { title: string; name: string; facets: readonly LibraryFacet[] }) {
	const id = useId();
	const [expanded, setExpanded] = useState(facets.length <= maxShown);
	if (facets.length === 0) return null;
	return (
		<section aria-labelledby={id}>
			<h2 id={id} className="mb-3 font-medium">
				{title}
			</h2>
			<ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
				{(expanded ? facets : facets.slice(0, maxShown)).map((facet) => (
					<li key={facet.value + ("language" in facet ? String(facet.language) : "")}>
						<Link
							to={`/app/voice-library?${new URLSearchParams({ [name]: facet.value, ...accentOf(facet) })}`}
							prefetch="intent"
							className="block rounded-card border border-line bg-raised px-4 py-3 transition-colors hover:border-control"
						>
							<span className="block truncate font-medium" title={facet.name}>
								{facet.name}
							</span>
							<span className="text-[13px] text-muted tabular">{counted(facet.count, "voice")}</span>
						</Link>
					</li>
				))}
			</ul>
			{expanded ? null : (
				<Button variant="quiet" size="small" className="mt-2 -ml-3" onClick={() => setExpanded(true)}>
					Show all {facets.length}
				</Button>
			)}
		</section>
	);
}

/** Accents are filtered together with their language. */
function accentOf(facet: LibraryFacet & { language?: string }): Record<string, string> {
	return facet.language ? { language: facet.language } : {};
}

function Loading() {
	return (
		<div aria-busy="true" className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
			<p className="sr-only">Loading collections</p>
			{Array.from({ length: 12 }, (_, i) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<Skeleton key={i} className="h-16 rounded-card" />
			))}
		</div>
	);
}
