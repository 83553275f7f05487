import { expect, test } from "vitest";
import { createToaster } from "./toaster.ts";

test("a toast is shown until it is dismissed, and listeners hear of both", () => {
	const toaster = createToaster();
	let heard = 0;
	const stop = toaster.subscribe(() => heard++);
	const id = toaster.show({ title: "Saved" });
	expect(toaster.current()).toEqual([{ id, title: "Saved", tone: "neutral" }]);
	toaster.dismiss(id);
	expect(toaster.current()).toEqual([]);
	expect(heard).toBe(2);
	stop();
	toaster.show({ title: "Unheard" });
	expect(heard).toBe(2);
});

test("SHELL-019 only the three newest toasts are kept", () => {
	const toaster = createToaster();
	for (let i = 0; i < 6; i++) toaster.show({ title: String(i) });
	expect(toaster.current().map((toast) => toast.title)).toEqual(["3", "4", "5"]);
});
