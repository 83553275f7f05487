import { useQuery } from "@tanstack/react-query";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { FileText } from "lucide-react";
import { Link, useParams } from "react-router";
import { isApiError } from "../../../lib/api/api-error.ts";
import { LoadFailure } from "../../../shell/page/load-failure.tsx";
import { studioPath } from "../studio.queries.ts";
import { ImportView } from "./components/import-view.tsx";
import { importQuery } from "./imports.queries.ts";

export const meta = () => [{ title: "Import - Timbre" }];

export default function ImportPage() {
	const { importId = "" } = useParams();
	const found = useQuery(importQuery(importId));
	const notFound = found.isError && isApiError(found.error) && [404, 422].includes(found.error.status);
	// A refetch that fails must not take away what the user has selected, unless the import is gone.
	if (found.data && !notFound) return <ImportView key={found.data.import_id} found={found.data} />;
	return (
		<div className="mx-auto w-full max-w-3xl px-4 pt-4 pb-16 md:px-8">
			<h1 className="sr-only">{notFound ? "Import not found" : "Import"}</h1>
			{found.isPending ? <Loading /> : null}
			{notFound ? (
				<EmptyState
					icon={<FileText aria-hidden="true" />}
					title="Import not found"
					action={
						<Button asChild>
							<Link to={studioPath}>Go to Studio</Link>
						</Button>
					}
				>
					It was deleted, or it wasn't accepted within a week.
				</EmptyState>
			) : null}
			{found.isError && !notFound ? <LoadFailure title="Couldn't load the import" query={found} /> : null}
		</div>
	);
}

function Loading() {
	return (
		<div aria-busy="true">
			<p className="sr-only">Loading import</p>
			<Skeleton className="h-7 w-64" />
			<Skeleton className="mt-8 h-9" />
			{["h-24", "h-16", "h-16", "h-16"].map((height, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
				<Skeleton key={index} className={`mt-6 ${height}`} />
			))}
		</div>
	);
}
