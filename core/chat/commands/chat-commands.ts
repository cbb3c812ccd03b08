import { inFamily } from './command-description.ts';

export const CHAT_COMMANDS = inFamily('Chat', [
  {
    name: 'start',
    usage: '/start [CODE|links]',
    summary: 'Link this chat with a code, or list linked chats',
    details:
      'Create the code in the dashboard under Settings, Telegram chats. /start links lists the linked chats and can unlink them.',
    examples: ['/start', '/start links'],
    changes: false,
  },
  {
    name: 'help',
    usage: '/help [command]',
    summary: 'List all commands, or explain one',
    examples: ['/help', '/help holding', '/help reports'],
    changes: false,
  },
  {
    name: 'parts',
    usage: '/parts [strategies|options|research] [on|off]',
    summary: 'Choose which parts of Munim you see',
    details:
      'Portfolio is always shown. Strategies and trading, Options and AI research are shown when you switch them on, or while something in them is running. Hidden parts are left out of menus, help and notifications; their commands still work.',
    examples: ['/parts', '/parts options on'],
    changes: false,
  },
  {
    name: 'notifications',
    usage: '/notifications [GROUP|KIND] [loud|silent|off]',
    summary: 'Choose what is sent to you, and what makes a sound',
    details:
      'There are five groups: reports, holdings, alerts, trading and munim. A choice for a group counts for all of its kinds that allow it. Quiet hours are in the dashboard under Settings.',
    examples: ['/notifications', '/notifications reports', '/notifications reports silent'],
    changes: false,
  },
  {
    name: 'format',
    usage: '/format compact|detailed',
    summary: 'Compact or detailed replies in this chat',
    examples: ['/format compact', '/format detailed'],
    changes: false,
  },
  {
    name: 'clear',
    usage: '/clear',
    summary: 'Remove my own recent messages from this chat',
    details:
      'Removes my messages of the last 48 hours; Telegram keeps older ones. Your messages stay. In a group, all but the owner remove only the replies to their own messages.',
    examples: ['/clear'],
    changes: false,
  },
  {
    name: 'cancel',
    usage: '/cancel',
    summary: 'Stop the current dialogue',
    examples: ['/cancel'],
    changes: false,
  },
]);
