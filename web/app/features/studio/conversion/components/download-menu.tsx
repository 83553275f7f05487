import { useMutation, useQuery } from "@tanstack/react-query";
import type { Chapter, ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { Spinner } from "@timbre/ui/primitives/feedback/spinner.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Download, FileArchive, FileAudio, Files } from "lucide-react";
import { fetchFile, saveFile } from "../../../../lib/api/download.ts";
import { showError } from "../../../../lib/page/toaster.ts";
import { chapterAudioUrl, projectAudioQuery, useDownloadProject } from "../conversion.queries.ts";

type DownloadMenuProps = { project: ProjectDetails; chapter: Chapter; snapshotId: string };

/** Saves the chapter or the whole project. */
export function DownloadMenu({ project, chapter, snapshotId }: DownloadMenuProps) {
	const { project_id, name } = project;
	const whole = useQuery(projectAudioQuery(project_id));
	const download = useDownloadProject(project_id);
	const save = useMutation({
		mutationFn: async () => {
			const url = chapterAudioUrl({ project_id, chapter_id: chapter.chapter_id }, snapshotId);
			saveFile(await fetchFile(url), `${chapter.name}.mp3`);
		},
		onError: (error) => showError("Couldn't download the chapter", error),
	});
	const busy = download.isPending || save.isPending;
	const projectSnapshotId = whole.data?.project_snapshot_id;
	const saveProject = (format: "mp3" | "zip") =>
		projectSnapshotId && download.mutate({ snapshotId: projectSnapshotId, format, name });
	return (
		<DropdownMenu>
			<DropdownMenuTrigger asChild>
				<IconButton label={busy ? "Downloading" : "Download"} size="small" aria-busy={busy || undefined}>
					{busy ? <Spinner className="size-4" /> : <Download aria-hidden="true" />}
				</IconButton>
			</DropdownMenuTrigger>
			<DropdownMenuContent align="start">
				<DropdownMenuItem disabled={busy} onSelect={() => save.mutate()}>
					<FileAudio aria-hidden="true" />
					This chapter (MP3)
				</DropdownMenuItem>
				<DropdownMenuItem disabled={busy || !projectSnapshotId} onSelect={() => saveProject("mp3")}>
					<Files aria-hidden="true" />
					Whole project (one MP3)
				</DropdownMenuItem>
				<DropdownMenuItem disabled={busy || !projectSnapshotId} onSelect={() => saveProject("zip")}>
					<FileArchive aria-hidden="true" />
					Whole project (ZIP, one MP3 per chapter)
				</DropdownMenuItem>
				{whole.isSuccess && !projectSnapshotId ? (
					<DropdownMenuLabel>Convert the whole project to download it.</DropdownMenuLabel>
				) : null}
			</DropdownMenuContent>
		</DropdownMenu>
	);
}
