import type { Project } from "@timbre/contract/studio/project-schemas.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { Link } from "react-router";
import { ago, counted } from "../../../lib/text/format.ts";
import { canChange, isPodcast, projectPath } from "../studio.queries.ts";

const busyTexts: Partial<Record<Project["state"], string>> = { converting: "Converting", in_queue: "Queued" };

function busyText(project: Project): string | undefined {
	if (project.state !== "creating") return busyTexts[project.state];
	return isPodcast(project) ? "Writing script" : "Importing";
}

type ProjectRowProps = { project: Project; onRename: () => void; onDelete: () => void };

export function ProjectRow({ project, onRename, onDelete }: ProjectRowProps) {
	const busy = busyText(project);
	return (
		<li className="flex items-center gap-4 border-line border-b px-4 py-3 last:border-b-0">
			<div className="min-w-0 flex-1">
				<h3 className="flex items-center gap-2">
					<Link
						to={projectPath(project.project_id)}
						title={project.name}
						className="truncate rounded-sm font-medium underline-offset-4 hover:underline"
					>
						{project.name}
					</Link>
					{canChange(project) ? null : <Badge>Read only</Badge>}
					{busy ? <Badge>{busy}</Badge> : null}
				</h3>
				<p className="truncate text-[13px] text-muted">
					{counted(project.chapters_order.length, "chapter")}, created {ago(project.create_date_unix)}
				</p>
			</div>
			{canChange(project) ? (
				<DropdownMenu>
					<DropdownMenuTrigger asChild>
						<IconButton label={`More actions for ${project.name}`} tooltip={false} size="small">
							<Ellipsis aria-hidden="true" />
						</IconButton>
					</DropdownMenuTrigger>
					<DropdownMenuContent align="end">
						<DropdownMenuItem onSelect={onRename}>
							<Pencil aria-hidden="true" />
							Rename
						</DropdownMenuItem>
						<DropdownMenuItem onSelect={onDelete}>
							<Trash2 aria-hidden="true" />
							Delete
						</DropdownMenuItem>
					</DropdownMenuContent>
				</DropdownMenu>
			) : null}
		</li>
	);
}
