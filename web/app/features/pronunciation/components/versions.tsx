import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import type { Dictionary, DictionaryVersion } from "@timbre/contract/pronunciation/endpoints.ts";
import { pronunciationPaths } from "@timbre/contract/pronunciation/paths.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { ErrorState } from "@timbre/ui/primitives/feedback/error-state.tsx";
import { Skeleton } from "@timbre/ui/primitives/feedback/skeleton.tsx";
import { Download } from "lucide-react";
import { call } from "../../../lib/api/api.ts";
import { messageOf } from "../../../lib/api/api-error.ts";
import { showError, toaster } from "../../../lib/page/toaster.ts";
import { ago, counted } from "../../../lib/text/format.ts";
import { lexiconUrl, useInvalidate, versionPages } from "../pronunciation.queries.ts";

type VersionsProps = { dictionary: Dictionary; readOnly: boolean };

/** All versions, newest first. Restoring one creates a new version with its rules, so nothing is overwritten. */
export function Versions({ dictionary, readOnly }: VersionsProps) {
	const pages = useInfiniteQuery(versionPages(dictionary.id));
	const invalidate = useInvalidate();
	const restoring = useMutation({
		mutationFn: (version: DictionaryVersion) =>
			call(pronunciationPaths.restoreVersion, {
				params: { pronunciation_dictionary_id: dictionary.id, version_id: version.version_id },
			}),
		onSuccess: async (_, version) => {
			toaster.show({ tone: "positive", title: `Version ${version.version_number} restored as a new version` });
			await invalidate();
		},
		onError: (error) => showError("Couldn't restore the version", error),
	});
	if (pages.isPending) {
		return (
			<div aria-busy="true" className="flex flex-col gap-3">
				<p className="sr-only">Loading versions</p>
				<Skeleton className="h-12" />
				<Skeleton className="h-12" />
			</div>
		);
	}
	if (pages.isError) {
		return (
			<ErrorState
				title="Couldn't load versions"
				message={messageOf(pages.error)}
				busy={pages.isFetching}
				onRetry={() => void pages.refetch()}
			/>
		);
	}
	const versions = pages.data.pages.flatMap((page) => page.versions);
	return (
		<>
			<p className="mb-4 max-w-xl text-muted">
				Every save creates a version. Older versions never change, so requests that name one keep the same
				pronunciation.
			</p>
			<ul aria-label="Versions" className="rounded-card border border-line bg-raised">
				{versions.map((version) => {
					const current = version.version_id === dictionary.latest_version_id;
					const name = `version ${version.version_number}`;
					return (
						<li
							key={version.version_id}
							className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-4 py-2.5 last:border-b-0"
						>
							<div className="min-w-0 flex-1 basis-52">
								<p className="flex items-center gap-2 font-medium">
									Version {version.version_number}
									{current ? <Badge>Current</Badge> : null}
								</p>
								<p className="truncate text-[13px] text-muted">
									{counted(version.version_rules_num, "rule")}, {ago(version.creation_time_unix)}
								</p>
							</div>
							<p className="truncate font-mono text-muted text-xs max-sm:hidden">{version.version_id}</p>
							<div className="flex gap-2">
								<Button asChild size="small">
									<a
										href={lexiconUrl(dictionary, version.version_id)}
										download={`${dictionary.name} ${version.version_number}.pls`}
										aria-label={`Download ${name}`}
									>
										<Download aria-hidden="true" />
										Download
									</a>
								</Button>
								{current || readOnly ? null : (
									<Button
										size="small"
										aria-label={`Restore ${name}`}
										busy={restoring.isPending && restoring.variables.version_id === version.version_id}
										onClick={() => restoring.mutate(version)}
									>
										Restore
									</Button>
								)}
							</div>
						</li>
					);
				})}
			</ul>
			{pages.hasNextPage ? (
				<div className="mt-5 flex justify-center">
					<Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
						Show older
					</Button>
				</div>
			) : null}
		</>
	);
}
