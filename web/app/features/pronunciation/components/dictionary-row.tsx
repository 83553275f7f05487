import type { Dictionary } from "@timbre/contract/pronunciation/endpoints.ts";
import { Badge } from "@timbre/ui/primitives/badge.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { IconButton } from "@timbre/ui/primitives/icon-button.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { Archive, ArchiveRestore, Download, Ellipsis, Pencil } from "lucide-react";
import { useId } from "react";
import { Link } from "react-router";
import { ago, counted } from "../../../lib/text/format.ts";
import { dictionaryPath, lexiconUrl } from "../pronunciation.queries.ts";

type DictionaryRowProps = {
	dictionary: Dictionary;
	isDefault: boolean;
	onDefaultChange: (on: boolean) => void;
	onRename: () => void;
	onArchive: (archived: boolean) => void;
};

export function DictionaryRow({ dictionary, isDefault, onDefaultChange, onRename, onArchive }: DictionaryRowProps) {
	const id = useId();
	const archived = dictionary.archived_time_unix !== null;
	const canEdit = dictionary.permission_on_resource === "admin" || dictionary.permission_on_resource === "editor";
	return (
		<li className="flex items-center gap-4 border-line border-b px-4 py-3 last:border-b-0">
			<div className="min-w-0 flex-1">
				<h3 className="flex items-center gap-2">
					<Link
						to={dictionaryPath(dictionary.id)}
						className="truncate rounded-sm font-medium underline-offset-4 hover:underline"
					>
						{dictionary.name}
					</Link>
					{archived ? <Badge>Archived</Badge> : null}
				</h3>
				<p className="truncate text-[13px] text-muted">
					{counted(dictionary.latest_version_rules_num, "rule")}, created {ago(dictionary.creation_time_unix)}
				</p>
			</div>
			{archived ? null : (
				<div className="flex items-center gap-2">
					<Label htmlFor={id} className="font-normal text-muted max-sm:sr-only">
						<span className="sr-only">{dictionary.name}: </span>
						Default
					</Label>
					<Switch id={id} checked={isDefault} onCheckedChange={onDefaultChange} />
				</div>
			)}
			<DropdownMenu>
				<DropdownMenuTrigger asChild>
					<IconButton label={`More actions for ${dictionary.name}`} tooltip={false} size="small">
						<Ellipsis aria-hidden="true" />
					</IconButton>
				</DropdownMenuTrigger>
				<DropdownMenuContent align="end">
					<DropdownMenuItem asChild>
						<a href={lexiconUrl(dictionary, dictionary.latest_version_id)} download={`${dictionary.name}.pls`}>
							<Download aria-hidden="true" />
							Export
						</a>
					</DropdownMenuItem>
					{canEdit ? (
						<>
							<DropdownMenuItem onSelect={onRename}>
								<Pencil aria-hidden="true" />
								Rename
							</DropdownMenuItem>
							<DropdownMenuItem onSelect={() => onArchive(!archived)}>
								{archived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
								{archived ? "Restore" : "Archive"}
							</DropdownMenuItem>
						</>
					) : null}
				</DropdownMenuContent>
			</DropdownMenu>
		</li>
	);
}
