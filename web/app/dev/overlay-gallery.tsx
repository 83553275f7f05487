import { Button } from "@timbre/ui/primitives/button.tsx";
import { Dialog } from "@timbre/ui/primitives/overlays/dialog.tsx";
import {
	DropdownMenu,
	DropdownMenuContent,
	DropdownMenuItem,
	DropdownMenuLabel,
	DropdownMenuSeparator,
	DropdownMenuTrigger,
} from "@timbre/ui/primitives/overlays/dropdown-menu.tsx";
import { OptOutDialog } from "@timbre/ui/primitives/overlays/opt-out-dialog.tsx";
import { Popover, PopoverContent, PopoverTrigger } from "@timbre/ui/primitives/overlays/popover.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { useState } from "react";
import { unreachable } from "../lib/api/api-error.ts";
import { confirm } from "../lib/forms/confirm.ts";
import { toaster } from "../lib/page/toaster.ts";
import { LoadFailure } from "../shell/page/load-failure.tsx";
import { Sample } from "./sample.tsx";

type Open = "none" | "dialog" | "failure" | "opt-out" | "sheet" | "menu";

const deletion = { title: "Delete this?", description: "This can't be undone." };

/** Overlays use the page's theme, not the theme of the section their button is in. */
export function OverlayGallery({ theme }: { theme: string }) {
	const [open, setOpen] = useState<Open>("none");
	const close = () => setOpen("none");
	return (
		<Sample title="Overlays, in the page's theme">
			<Button onClick={() => setOpen("dialog")}>Dialog</Button>
			<Button onClick={() => void ask({ ...deletion, description: "Generated audio stays." })}>Confirm</Button>
			<Button
				onClick={() =>
					void ask({
						...deletion,
						action: "Delete",
						input: { label: "Name", placeholder: "My voice", required: true },
						lockSeconds: 3,
					})
				}
			>
				Confirm, locked
			</Button>
			<Button onClick={() => setOpen("opt-out")}>Opt out</Button>
			<Button onClick={() => setOpen("failure")}>Load failure</Button>
			<Button onClick={() => setOpen("sheet")}>Sheet, bottom</Button>
			<Button onClick={() => setOpen("menu")}>Sheet, left</Button>
			<DropdownMenu>
				<DropdownMenuTrigger asChild>
					<Button>Menu</Button>
				</DropdownMenuTrigger>
				<DropdownMenuContent>
					<DropdownMenuLabel>ada@example.com</DropdownMenuLabel>
					<DropdownMenuItem>API keys</DropdownMenuItem>
					<DropdownMenuSeparator />
					<DropdownMenuItem>Sign out</DropdownMenuItem>
				</DropdownMenuContent>
			</DropdownMenu>
			<Popover>
				<PopoverTrigger asChild>
					<Button>Popover</Button>
				</PopoverTrigger>
				<PopoverContent aria-label="Example">A short explanation.</PopoverContent>
			</Popover>
			<Tooltip label="A short label">
				<Button>Tooltip</Button>
			</Tooltip>
			<Button onClick={() => toaster.show({ title: "Saved", tone: "positive" })}>Toast</Button>
			<Button
				onClick={() => toaster.show({ title: "Couldn't save", detail: `From the ${theme} section.`, tone: "danger" })}
			>
				Error toast
			</Button>
			<Dialog
				open={open === "dialog"}
				onOpenChange={close}
				title="A dialog"
				description="Asks for one thing."
				footer={
					<Button variant="primary" onClick={close}>
						Done
					</Button>
				}
			/>
			{open === "failure" ? (
				<LoadFailure title="Couldn't load voices" query={{ error: unreachable(), isFetching: false, refetch: close }} />
			) : null}
			{open === "opt-out" ? (
				<OptOutDialog
					title="Use of your data"
					description="Audio and texts may be used to check and improve this server's voices."
					label="Don't use my data"
					initial={false}
					privacyPolicy="/privacy"
					onDone={(optOut) => {
						close();
						toaster.show({ title: "Opt-out dialog", detail: `Result: ${optOut}` });
					}}
				/>
			) : null}
			<Sheet
				open={open === "sheet" || open === "menu"}
				onOpenChange={close}
				title="A sheet"
				side={open === "menu" ? "left" : "bottom"}
			>
				<p className="px-4 pb-8">The sidebar on small screens.</p>
			</Sheet>
		</Sample>
	);
}

async function ask(options: Parameters<typeof confirm>[0]) {
	const { confirmed, value } = await confirm(options);
	toaster.show({ title: confirmed ? "Confirmed" : "Canceled", detail: value });
}
