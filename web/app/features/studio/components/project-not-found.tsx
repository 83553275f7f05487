import { Button } from "@timbre/ui/primitives/button.tsx";
import { EmptyState } from "@timbre/ui/primitives/feedback/empty-state.tsx";
import { BookOpenText } from "lucide-react";
import { Link } from "react-router";
import { studioPath } from "../studio.queries.ts";

export function ProjectNotFound() {
	return (
		<EmptyState
			icon={<BookOpenText aria-hidden="true" />}
			title="Project not found"
			action={
				<Button asChild>
					<Link to={studioPath}>View all projects</Link>
				</Button>
			}
		>
			It may have been deleted, or it belongs to another workspace.
		</EmptyState>
	);
}
