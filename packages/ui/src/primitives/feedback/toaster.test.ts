import { expect, test } from "vitest";
import { createToaster } from "./toaster.ts";

test("shows a toast until it is dismissed and notifies listeners of both", () => {
	const toaster = createToaster();
	let notified = 0;
	const stop = toaster.subscribe(() => notified++);
	const id = toaster.show({ title: "Saved" });
	expect(toaster.current()).toEqual([{ id, title: "Saved", tone: "neutral" }]);
	toaster.dismiss(id);
	expect(toaster.current()).toEqual([]);
	expect(notified).toBe(2);
	stop();
	toaster.show({ title: "Ignored" });
	expect(notified).toBe(2);
});

test("SHELL-019 keeps only the three newest toasts", () => {
	const toaster = createToaster();
	for (let i = 0; i < 6; i++) toaster.show({ title: String(i) });
	expect(toaster.current().map((toast) => toast.title)).toEqual(["3", "4", "5"]);
});
