import type { ProjectDetails } from "@timbre/contract/studio/project-schemas.ts";
import { maxCoverBytes } from "@timbre/contract/studio/rules.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { useId, useRef, useState } from "react";
import { messageOf } from "../../../../lib/api/api-error.ts";
import { bytes } from "../../../../lib/text/format.ts";
import { useSetCover } from "../exports.queries.ts";

/** The picture that audiobooks and e-books of the project have. */
export function CoverField({ project }: { project: ProjectDetails }) {
	const id = useId();
	const input = useRef<HTMLInputElement>(null);
	const set = useSetCover(project.project_id);
	const [problem, setProblem] = useState<string>();
	const { cover_image_url: url } = project;
	const save = (cover: File | null) => {
		setProblem(undefined);
		if (cover && cover.size > maxCoverBytes)
			return setProblem(`${cover.name} is over ${bytes(maxCoverBytes)}. Choose a smaller picture.`);
		set.mutate(cover, { onError: (error) => setProblem(messageOf(error)) });
	};
	return (
		<div className="flex flex-col gap-1.5">
			<p id={id} className="font-medium">
				Cover
			</p>
			<div className="flex items-center gap-4">
				{url ? (
					<img
						src={url}
						alt="Cover of the project"
						className="size-20 rounded-control border border-line object-contain"
					/>
				) : null}
				<div className="flex flex-wrap gap-2">
					<Button
						size="small"
						busy={set.isPending}
						aria-describedby={`${id}-hint`}
						onClick={() => input.current?.click()}
					>
						{url ? "Replace cover" : "Choose cover"}
					</Button>
					{url ? (
						<Button size="small" variant="quiet" disabled={set.isPending} onClick={() => save(null)}>
							Remove cover
						</Button>
					) : null}
				</div>
			</div>
			<input
				ref={input}
				type="file"
				accept="image/jpeg,image/png"
				aria-label="Cover"
				hidden
				onChange={({ currentTarget }) => {
					const [file] = currentTarget.files ?? [];
					currentTarget.value = "";
					if (file) save(file);
				}}
			/>
			<p id={`${id}-hint`} className="text-[13px] text-muted">
				A JPEG or PNG, up to {bytes(maxCoverBytes)}. Stores ask for a square picture.
			</p>
			{problem ? (
				<p role="alert" className="break-words text-[13px] text-danger">
					{problem}
				</p>
			) : null}
		</div>
	);
}
