import { Kbd } from "@timbre/ui/primitives/kbd.tsx";
import { Sheet } from "@timbre/ui/primitives/overlays/sheet.tsx";
import { goTo, isApple } from "./shortcut-keys.ts";

type Shortcut = { keys: string[]; what: string };

const modifier = isApple ? "⌘" : "Ctrl";

const groups: { title: string; shortcuts: Shortcut[] }[] = [
	{
		title: "Everywhere",
		shortcuts: [
			{ keys: [modifier, "K"], what: "Search pages, voices, history and actions" },
			{ keys: ["?"], what: "Show keyboard shortcuts" },
			{ keys: ["Esc"], what: "Close dialog or menu" },
			{ keys: ["F8"], what: "Go to notifications" },
		],
	},
	{
		title: "Player",
		shortcuts: [
			{ keys: ["Space"], what: "Play or pause" },
			{ keys: ["←"], what: "Rewind 3 seconds" },
			{ keys: ["→"], what: "Skip ahead 3 seconds" },
		],
	},
	{ title: "Writing", shortcuts: [{ keys: [modifier, "↵"], what: "Generate speech" }] },
	{
		title: "Pages",
		shortcuts: Object.entries(goTo).map(([letter, { label }]) => ({ keys: ["G", letter.toUpperCase()], what: label })),
	},
];

/** Lists all shortcuts; opened with `?`. */
export function ShortcutsSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
	return (
		<Sheet open={open} onOpenChange={onOpenChange} side="right" title="Keyboard shortcuts">
			<section
				aria-label="All shortcuts"
				// biome-ignore lint/a11y/noNoninteractiveTabindex: the list has no focusable items, and arrow keys scroll it only while it has focus
				tabIndex={0}
				className="flex flex-col gap-6 px-4 pt-2 pb-8 focus-visible:-outline-offset-2"
			>
				{groups.map((group) => (
					<section key={group.title} aria-label={group.title}>
						<h3 className="pb-1 font-medium text-muted text-xs">{group.title}</h3>
						<dl>
							{group.shortcuts.map(({ keys, what }) => (
								<div key={what} className="flex items-center justify-between gap-4 border-line border-b py-2">
									<dt>{what}</dt>
									<dd className="flex shrink-0 gap-1">
										{keys.map((key) => (
											<Kbd key={key}>{key}</Kbd>
										))}
									</dd>
								</div>
							))}
						</dl>
					</section>
				))}
				<p className="text-[13px] text-muted">
					Letters, Space and arrow keys are ignored while you type or a menu is open.
				</p>
			</section>
		</Sheet>
	);
}
